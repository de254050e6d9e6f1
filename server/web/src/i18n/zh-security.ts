// 账号与安全的中文文字。

import type { securityEn } from "./en-security";

export const securityZh: typeof securityEn = {
  security: {
    title: "账号与安全", guest: "登录后才能查看账号。", saved: "已完成。", failed: "无法加载。",
    staff: "你的职务需要两步验证。在这里通过两步验证之前，你只是普通棋手。", staffGo: "去设置",
    sessions: {
      title: "登录的设备", here: "当前设备", since: (when) => `${when}登录`, used: (when) => `最近使用：${when}`,
      unknown: "未知设备", second: "已通过两步验证", end: "让它退出", endOthers: "让其他设备全部退出",
      ended: "那台设备已退出。", endedOthers: "其他设备已全部退出。",
    },
    password: {
      title: "密码", present: "现在的密码", wanted: "新密码", change: "修改密码",
      hint: "至少 8 个字符。修改后，其他设备都会退出登录。", changed: "密码已修改。",
    },
    factor: {
      title: "两步验证", off: "登录时，除了密码还要输入手机应用上的验证码。这样，别人即使知道了你的密码也进不来。",
      on: (when) => `${when}起已开启。`, left: (n) => `还有 ${n} 个恢复码。`,
      setUp: "开始设置", scan: "用身份验证器应用扫描这个图案，或者手动输入密钥：", picture: "密钥的二维码",
      secret: "密钥", code: "验证码", first: "再输入应用上显示的验证码：", codeHint: "应用上的六位数字，或一个恢复码", confirm: "开启",
      recoveryTitle: "恢复码", recovery: "请把它们存放在手机以外的地方。手机丢了的时候，每个可以用一次。只在现在显示，以后不再显示。",
      download: "下载", print: "打印", kept: "我已存好", renew: "换一批恢复码", turnOff: "关闭",
      offHint: "关闭后，所有设备都会退出登录。", turnedOff: "两步验证已关闭，请重新登录。", prove: "在这里验证",
    },
    tokens: {
      title: "机器人与工具的令牌", lead: "令牌让程序替你做事，只能做你允许的事。凡是用访问令牌的地方都可以用它。",
      none: "还没有令牌。", name: "名称", scopes: "允许它", scope: { read: "查看对局和列表", play: "发起对局和下棋", chat: "聊天" }, lasts: "有效期", days: (n) => `${n} 天`, make: "新建令牌",
      made: "这就是令牌。只在现在显示，以后不再显示：", ends: (when) => `${when}到期`, never: "从未使用",
      used: (when) => `最近使用：${when}`, revoke: "撤销", revoked: "令牌已失效。", pickScope: "请至少选一项。",
    },
    mail: {
      title: "邮箱", lead: "忘记密码时，链接会发到这里。别人看不到。", none: "还没有邮箱。",
      off: "这个服务器不能发邮件；忘记密码时请向管理员索取链接。",
      address: "邮箱地址", set: "发送确认链接", sent: "确认链接已发出，打开它就确认了邮箱。", remove: "移除", removed: "邮箱已移除。",
      confirming: "正在确认邮箱…", confirmed: "邮箱已确认。", noLink: "链接不完整，请从信里重新打开。",
    },
    prove: { title: "是你本人吗？", text: "距离你上次验证身份已有一段时间。", by: "密码，或两步验证的验证码", go: "继续" },
    second: { title: "第二步", text: "请输入应用上显示的验证码，或一个恢复码。", code: "验证码", go: "登录", back: "从头再来" },
    forgotten: {
      link: "忘记密码？", title: "忘记密码", who: "名字或邮箱", ask: "发送链接",
      asked: "如果有这个账号并且确认过邮箱，链接已经发到那个邮箱。", byHand: "这个服务器不能发邮件，请向管理员索取链接。",
      resetTitle: "设置新密码", wanted: "新密码", hint: "至少 8 个字符。设置后，所有设备都会退出登录。", set: "设置", done: "新密码已生效，请用它登录。",
      noLink: "链接不完整。请按收到的样子打开，或者重新索取一个。", again: "重新索取链接",
    },
  },
};
