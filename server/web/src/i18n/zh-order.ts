// 处罚、举报与维护的中文文字。

import type { orderEn } from "./en-order";

export const orderZh: typeof orderEn = {
  order: {
    maintenance: (text) => `服务器正在维护：进行中的对局继续，暂不开始新的对局。${text}`,
    notice: "你的账号有一条通知要看。", read: "查看",
    title: "关于你的账号", kinds: { notice: "通知", mute: "禁言", suspension: "停赛（不能开始新对局）", ban: "封禁", rank_freeze: "段位冻结", annulment: "对局结果作废" },
    since: (when) => `自${when}`, until: (when) => `至${when}`, forever: "无期限", over: "已结束",
    understood: "我已阅读", appeal: "申诉", appealHint: "只有一次；由作出决定以外的人复核，结果为最终决定。",
    appealText: "希望考虑的情况", send: "提交申诉", appealed: "申诉已提交，等待他人复核。",
    lifted: "已解除", decided: "复核结果",
  },
  report: {
    open: "举报", title: (who) => `举报${who}`, whom: "举报谁", atMove: (ply) => `附上第${ply}手之后的局面。`, forLine: "附上这条发言及其前后文。", kind: "原因",
    reasons: { abuse: "辱骂、威胁、广告", help: "借助程序或他人", stalling: "败局拖延时间", escaping: "不终局就离开", sandbagging: "故意输棋、多个账号", name: "用户名不当", other: "其他" },
    text: "经过", send: "提交举报", sent: "谢谢。管理人员会查看。", cancel: "取消",
  },
};
