// 管理台的中文文字。

import type { deskEn } from "./en-desk";

export const deskZh: typeof deskEn = {
  desk: {
    title: "管理台", parts: { calls: "呼叫", reports: "举报", appeals: "申诉", people: "人员", rooms: "对局室", audit: "日志", settings: "服务器" },
    nothing: "你的账号没有在这里使用的职务。", more: "更多", again: "刷新", none: "没有。", send: "提交", reason: "理由", done: "已完成。", cancel: "取消", days: (n) => `${n}天`, year: "1年",
    calls: { lead: "呼叫裁判的对局，等待最久的在前。", none: "目前没有呼叫。" },
    reports: {
      filters: { open: "待处理", mine: "我处理的", claimed: "处理中", upheld: "已结：已处置", dismissed: "已结：无需处置" },
      states: { open: "待处理", claimed: "处理中", upheld: "已处置", dismissed: "无需处置" },
      one: (who) => `关于${who}的举报`, from: (who, when) => `${who}举报，${when}`, officer: (who) => `${who}正在处理`, closedBy: (who) => `由${who}结案`, back: "全部举报", claim: "由我处理", release: "不再处理",
      moment: (ply) => `打开对局第${ply}手`, game: "打开对局", line: "打开该条发言", said: "被举报的发言及前后文", noLine: "该条发言不存在，或不由你查看。",
      notes: "给其他管理人员的备注", note: "新备注", addNote: "保存备注", closing: "结案", upheld: "已处置", dismissed: "无需处置", decision: "如何处置或为何不处置（给其他管理人员看）", close: "结案", sanction: "作出处罚", history: "双方记录",
      reported: "被举报人", reporter: "举报人", claimFirst: "先接手这条举报，才能结案。", counts: (sanctions, about, by) => `处罚${sanctions}次 · 被举报${about}次 · 举报他人${by}次`,
      private: "不公开的对局，只有入座的裁判才能打开。",
    },
    appeals: {
      lead: "等待复核的申诉，等待最久的在前。由作出处罚以外的人决定，结果为最终决定。", says: "申诉内容", stands: "维持", lifts: "解除", decide: "作出决定", text: "理由（给被处罚人看）", yours: "这是你作出的处罚，或涉及你本人：由他人决定。",
    },
    people: {
      search: "用户名或开头几个字", nobody: "没有以此开头的用户名。", find: "查找", page: "公开页面", sanctions: "处罚", about: "被举报", by: "举报他人", games: "最近对局", offices: "职务", noRecord: "个人记录只对管理人员显示。", lift: "解除", liftText: "理由（给被处罚人看）",
      holds: "生效中", over: "已结束", forfeits: "进行中的对局判负", imposed: (who) => `由${who}作出`, unread: "尚未阅读", appeal: "申诉", report: "举报", live: "进行中的对局", conduct: "未正常结束的对局",
      left: { stalled: (min, ply) => `第 ${ply} 手后在场却任计时走完 ${min} 分钟`, escaped: (min, ply) => `第 ${ply} 手后离开 ${min} 分钟，直至判负` },
    },
    sanction: {
      title: (who) => `处罚${who}`, kind: "种类", end: "期限", forever: "无期限", game: "对局", gameHint: "对局网址，或其中 /game/ 之后的部分", noGame: "这不是对局的网址。", reason: "理由（给被处罚人看）",
      reasonHint: "对方会看到这段文字，但看不到由谁写、由谁举报。", forfeits: "进行中的对局判负", willHappen: "将会发生什么",
      effects: {
        notice: (who) => `${who}下次访问时会看到你写的文字，没有其他后果。`,
        mute: (who, until) => `${who}在本站不能发言，${until}。对局照常进行。`,
        suspension: (who, until) => `${who}不能开始新对局，${until}。其公开的挑战不能再被接受。`,
        ban: (who, until) => `${who}立即在所有设备上被断开，只能查看原因和申诉，${until}。`,
        rank_freeze: (who, until) => `${who}的段位不再变动，${until}。`,
        annulment: () => "这局棋的结果对双方都不算数，对局页和各列表都会注明。",
      },
      gamesLost: "所有进行中的对局立即判负。", gamesGo: "进行中的对局照常进行。", gamesRun: "进行中的对局继续，其用时照走。", appeals: "对方会看到理由，并可申诉一次。",
      impose: "作出处罚", sure: "确定作出处罚？", until: (when) => `至${when}`, noEnd: "无期限", imposed: "处罚已生效。",
    },
    offices: {
      lead: "只有勾选的职务，其余一律收回。", names: { referee: "裁判员", chief_referee: "裁判长", organiser: "赛事组织者", rank_officer: "段位官员", moderator: "版务", administrator: "管理员" },
      powers: {
        referee: "裁决他人的对局，可被呼叫", chief_referee: "同上，可作一切裁决，可取消对局结果", organiser: "组织赛事", rank_officer: "冻结段位", moderator: "处理举报、查看记录；通知、禁言、停赛",
        administrator: "一切：封禁、对局室、职务、邀请、日志、维护",
      },
      give: "授予这些职务", given: "已生效。",
    },
    reset: {
      title: "重设密码的链接", lead: "用于无法登录、并已向你证明身份的人。谁拿到链接谁就拥有账号：请当面交给本人，或通过确属本人的途径发送。", reason: "如何证明身份（记入日志）", make: "生成链接", once: "只显示这一次；一天之内可用一次：",
    },
    rooms: {
      lead: "所有进行中的对局，包括不公开的，与棋手所见相同。", player: "某位棋手", find: "显示", all: "全部", since: (when) => `${when}开始`, moves: (n) => `第${n}手`, private: "不公开", called: "呼叫裁判", sealing: "正在封棋", broken: "无法读取", open: "打开",
      pauses: { agreed: "双方同意暂停", absence: "一方离席暂停", referee: "裁判暂停", adjourned: "已封棋" }, mark: (pair) => `选择${pair}`, markAll: "选择所有显示的对局", chosen: (n) => `已选${n}个对局室`, most: "一次最多50个。", reason: "理由（给棋手看）",
      orders: { pause: "暂停", continue: "继续", adjourn: "封棋" },
      ordersDo: { pause: "立即停钟，直到有人恢复，最长90天。", continue: "结束任何暂停；稍候片刻后开始走钟。", adjourn: "轮到行棋的一方封手，然后停钟。" },
      sure: (what, n) => `${what}：${n}个对局室？`, outcome: "结果", did: "已执行", refused: (n) => `${n}个对局室未执行`,
    },
    audit: {
      lead: "所有职务行为，最新的在前。任何人都不能在这里修改或删除记录。", verify: "日志是否完整",
      verifyText: "每条记录都带有对自身及前一条散列的散列值，因此中间的记录一旦被改、被删或被插入，其后的全部都对不上。服务器的维护者运行“tianyuan audit verify”会读完整个日志：要么报告共有多少条、条条相接以及最后一条的散列，要么指出第一条不符的记录。末尾是否被截断，只有记在别处的散列值才能证明：请不时抄下最新一条的编号和散列，日后核对日志中是否仍有它。",
      who: "由谁", act: "行为", any: "全部", subject: "对象", subjectHint: "person:用户名、game:编号、report:编号 或 server", search: "查询",
      acts: {
        "sanction.notice": "通知", "sanction.mute": "禁言", "sanction.suspension": "停赛", "sanction.ban": "封禁", "sanction.rank_freeze": "段位冻结", "sanction.annulment": "对局作废", "sanction.lift": "解除处罚", "sanction.appeal": "申诉", "sanction.decide": "申诉决定",
        "report.claim": "接手举报", "report.release": "放下举报", "report.uphold": "举报成立", "report.dismiss": "举报不成立", "offices.give": "授予职务", "account.create": "建立账号", "account.reset_link": "发放链接", "game.rule": "对局裁决",
        "rooms.pause": "批量暂停", "rooms.continue": "批量继续", "rooms.adjourn": "批量封棋", "invitation.make": "生成邀请", "invitation.withdraw": "收回邀请", "maintenance.begin": "开始维护", "maintenance.end": "结束维护",
        "account.password": "更改密码", "account.reset": "通过链接重设密码", "account.factor_on": "启用两步验证", "account.factor_off": "停用两步验证",
        "account.recovery_codes": "更换恢复码", "account.token_made": "创建个人令牌", "account.token_revoked": "撤销个人令牌",
      },
      hash: "散列",
    },
    settings: {
      maintenance: "维护", on: "正在维护：进行中的对局继续，暂不开始新的对局。", off: "未在维护。", text: "另外告知大家的话（最多300字）", begin: "开始维护", change: "修改文字", end: "结束维护",
      sure: "开始维护？", sureText: "所有服务器从现在起不再开始新对局，并告知所有人。进行中的对局继续。",
      invitations: "邀请", uses: "账号数", lasts: "天数", note: "备注（仅自己人可见）", invite: "生成邀请", made: "链接只显示这一次：", left: (left, uses) => `剩${left}/${uses}`, until: (when) => `至${when}`, withdraw: "收回", withdrawn: "邀请已失效。", officers: "任职人员",
    },
  },
  banned: {
    title: "你已被本站封禁", until: (when) => `至${when}。`, forever: "无期限。", text: "在此期间不能对局、观战或发言。你可以查看原因，并申诉一次；由作出决定以外的人复核。", why: "原因", again: "刷新", over: "已结束。",
  },
  suspended: { text: (until) => `你已被停赛，${until}之前不能开始新对局。进行中的对局继续。`, read: "原因与申诉" },
  annulled: { tag: "已作废", text: "管理人员已取消这局棋的结果，不算数。" },
};
