// 再来一局的中文文字。

import type { rematchEn } from "./en-rematch";

export const rematchZh: typeof rematchEn = {
  rematch: {
    offer: "再来一局", newGame: "新对局", hint: "设置不变，交换黑白；黑方受让的棋不换。",
    theirs: (who) => `${who}邀你再来一局。`, mine: "已提出再来一局，等待对方答复。",
    accept: "同意", decline: "谢绝", withdraw: "撤回", see: "看这局棋", due: "答复时限",
    begun: "新的一局已经开始。", go: "进入新的一局", label: "邀你再来一局",
  },
};
