// 聊天与笔记的中文文字。

import type { talkEn } from "./en-talk";

export const talkZh: typeof talkEn = {
  talk: {
    title: "聊天", show: "显示聊天", hide: "隐藏聊天", unread: (n) => `${n} 条新消息`, empty: "还没有人说话。",
    streams: { players: "对局者", spectators: "观战者", staff: "裁判" },
    earlier: "更早的消息", placeholder: "说点什么", label: (to) => `对${to}说`, send: "发送",
    jump: (ply) => (ply === 0 ? "回到开局" : `跳到第 ${ply} 手`), at: (ply) => (ply === 0 ? "第一手之前" : `第 ${ply} 手时`),
    hidden: "裁判已隐藏这条消息。", hiddenBy: (who, why) => `裁判 ${who} 已隐藏：${why}`, why: "理由（裁判可见）", hideYes: "隐藏", reportLine: (who) => `举报${who}的这条发言`, hideLine: (who) => `隐藏${who}的这条消息`,
    guest: "登录后才能发言。", guestRunning: "登录后才能发言，也才能看到观战者的话；终局之后对所有人开放。", later: "对局者在终局之后才看得到这里的话。",
    closed: { players: "只有对局者和裁判在这里发言。", spectators: "裁判不在这里发言。", staff: "只有裁判在这里发言。" },
    muted: (who) => `${who}在本局中已被禁言。`, unmuted: (who) => `${who}可以重新发言。`,
    person: "对象", isMuted: (who) => `${who}（已禁言）`, mutes: "本局中将不能再发言。", unmutes: "将可以重新发言。",
    nobody: "请选择", isRemoved: (who) => `${who}（已请出）`, removes: "将被请出对局室，终局后才能再看。", readmits: "将可以重新观看。",
  },
  note: {
    title: "我的笔记", lead: "只有你自己看得到。", changed: "尚未保存", kept: (date) => `已于 ${date} 保存`, save: "保存",
  },
};
