// 有关棋手资料的中文文字。

import type { peopleEn } from "./en-people";

export const peopleZh: typeof peopleEn = {
  person: {
    since: (date) => `${date} 加入`,
    office: { referee: "裁判员", chief_referee: "裁判长", organiser: "赛事组织者", rank_officer: "段位官员", moderator: "协管员", administrator: "管理员" },
    gone: (mark) => `已注销-${mark}`, nobody: "没有叫这个名字的棋手。", edit: "编辑资料", live: "正在对局", finished: "已终局的对局", none: "还没有终局的对局。",
    block: "屏蔽", unblock: "取消屏蔽", blockTitle: (name) => `屏蔽 ${name}？`,
    blockText: "双方将看不到、也不能接受彼此的约战，不能再来一局，对方的发言也不再显示给你。对方不会得到通知，进行中的对局照常。",
    blocked: (name) => `已屏蔽 ${name}。`, unblocked: (name) => `已取消屏蔽 ${name}。`,
  },
  join: {
    title: "邀请你加入", text: "注册一个账号即可在此下棋，注册后此邀请即被使用。", register: "注册账号",
    none: "此链接中没有邀请码，请完整打开收到的链接。", already: "你已经有账号了。",
  },
  profile: {
    title: "个人资料", name: "用户名", nameHint: "用于识别账号，此处不能更改。",
    shown: "一并显示的名字", shownHint: "例如真实姓名。可不填，最多 40 个字符。",
    country: "国家或地区", locale: "语言", locales: { zh: "中文", en: "英文" }, timeZone: "时区",
    zoneHint: "页面上的日期按此时区显示。", unset: "不填写", browser: "按浏览器设置",
    save: "保存", saved: "资料已保存。", logIn: "请先登录再查看个人资料。",
    data: "我的数据", dataText: "服务器保存的有关你的全部内容（不含密码等秘密），合为一个文件。", download: "下载",
    leave: "注销账号", leaveText: "立即生效，无法恢复。登录、资料、屏蔽名单和笔记将被删除；对局和发言保留，署名改为“已注销-1a2b3c4d”之类。你的用户名不会再给别人。",
    leavePassword: "你的密码", leaveButton: "注销我的账号", leaveTitle: "确定注销账号？", left: "账号已注销。",
    blocks: "已屏蔽的人", noBlocks: "没有屏蔽任何人。", since: (date) => `自 ${date}`,
  },
};
