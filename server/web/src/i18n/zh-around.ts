// The Chinese texts of everything around the moves, in the terms of the competition rules.

import type { aroundEn } from "./en-around";

/** A part of the Chinese catalogue. */
export const aroundZh: typeof aroundEn = {
  ask: {
    more: "更多", title: "向对方提出", due: "答复时限", until: "暂停或封棋至（可不填）", untilHint: "到时自动继续，不论谁在场。",
    kinds: { undo: "悔棋", draw: "提和", pause: "暂停", adjourn: "封棋", continue: "继续", time: "加一分钟" },
    hints: {
      undo: "回到你上一手之前，用时不退。", draw: "双方和棋，棋局结束。", pause: "双方停钟。", adjourn: "下一手封棋，改日续下。", continue: "十秒后双方的钟继续走。", time: "给对方加一分钟。",
    },
    theirs: {
      undo: (name) => `${name} 请求悔一手。`, draw: (name) => `${name} 提议和棋。`, pause: (name) => `${name} 请求暂停。`, adjourn: (name) => `${name} 请求封棋。`,
      continue: (name) => `${name} 请求继续对局。`, time: (name) => `${name} 想给你加一分钟。`,
    },
    mine: {
      undo: "你请求悔一手。", draw: "你提议和棋。", pause: "你请求暂停。", adjourn: "你请求封棋。", continue: "你请求继续对局。", time: "你提议给对方加一分钟。",
    },
    what: { undo: "悔棋", draw: "和棋", pause: "暂停", adjourn: "封棋", continue: "继续对局", time: "加一分钟" },
    accept: "同意", decline: "不同意", withdraw: "撤回", none: "现在没有可提的请求。",
  },
  call: {
    call: "叫裁判", hint: "只限当前的问题，每局三次。你的钟照走；死活确认的时限停住。",
    mine: "你已叫裁判。", theirs: (name) => `${name} 已叫裁判。`, byRules: "此事由裁判裁定，已叫裁判。",
    waits: "裁判裁定之前时限停住，最多十分钟；裁判入座后最多一小时。双方仍可自行商定。",
    runs: "裁判停钟之前，双方的钟照走。",
    news: (color) => `${color}叫了裁判`,
    closed: { answered: "裁判已答复", withdrawn: "已撤回叫裁判", expired: "没有裁判到来，棋局继续" },
    waiting: "等候裁判的棋局", go: "前往",
  },
  seat: { title: "你正在另一台设备上对局。", text: "这里可以观看。", here: "在这里下" },
  pause: {
    title: { agreed: "双方同意暂停", absence: "一方离席，暂停", referee: "裁判停钟", adjourned: "已封棋，一手待揭" },
    text: {
      agreed: "双方停钟。", absence: "双方停钟。回来的一方可随时继续。", referee: "双方停钟，等裁判恢复对局，或到时自动继续。",
      adjourned: "双方停钟，可以离开。封好的着法谁也看不到，双方同意继续时，或到了约定的时间，即揭开落子；到时不论谁在场，钟都会走。",
    },
    until: "自动继续还有", goesOnAt: (date) => `${date} 自动继续对局。`, askOn: "请求继续", goOn: "现在继续", stands: "停钟中", holds: (s) => `${s} 秒后继续对局`,
  },
  seal: {
    title: "请封棋", text: "选一个点。封好之前你的钟照走；续下之前谁也看不到。",
    confirm: (p) => `封 ${p}`, pass: "封虚着", passName: "虚着", other: "换一点", callOff: "不封了，继续",
    lost: (p) => `${p} 已有棋子：封在这里要判弃权一次。`, unsure: "揭开时才判定；着法不合规则判弃权一次。",
    theirs: (name) => `${name} 正在封棋，随后棋局暂停。`, choose: "选定",
  },
  absence: {
    away: (name) => `${name} 不在。`, from: "可要求判胜或暂停，还有", now: (name) => `${name} 离开已久。要求判胜，还是算作暂停？`,
    win: "要求判胜", pause: "算作暂停", winTitle: "要求判胜？", winText: "棋局结束，对方离席判负。", winYes: "要求判胜",
  },
  waiting: {
    title: "约定的对局", startsIn: "距开始", startsAt: (when) => `开始时间：${when}`, begun: "约定时间已到，双方到场即开始。",
    here: (name) => `${name} 已到`, awaited: (name) => `${name} 未到`, forfeited: (name) => `${name} 迟到过久，判负`,
    late: "已迟到", cost: (lost) => `至今扣时 ${lost}`, costNone: "不扣时间", loses: "判负还有",
    stay: "请留在本页，或按时回来：开始时在场就不算迟到。",
    venues: { remote: "各自在家", same: "同一赛场", campus: "校园比赛", reading: "快棋" },
    rules: {
      remote: "迟到的时间加倍扣除；迟到超过 60 分钟判负。", same: "迟到的时间加倍扣除；迟到超过 15 分钟判负。",
      campus: "迟到不扣时间，满 20 分钟判负。", reading: "对缺席一方读秒，用掉的不再补回。",
    },
    rulesOnce: { remote: "迟到的时间照扣；迟到超过 60 分钟判负。", same: "迟到的时间照扣；迟到超过 15 分钟判负。" },
    status: "等待开始",
  },
  schedule: {
    label: "开始", now: "接受后立即", later: "约定时间", at: "开始时间", venue: "在哪里下", past: "请选从现在起四周之内的时间。",
    line: (when) => `${when} 开始`, term: "开始时间",
  },
  pauses: {
    label: "暂停", most: "暂停次数", length: "每次（分）", adjourn: "可以封棋",
    text: (n, length) => (n === 0 ? "不可暂停" : `${n} 次，每次 ${length} 分`), adjournYes: "可封棋", adjournNo: "不可封棋", used: (n, most) => `已用 ${n} / ${most} 次`,
  },
  audience: {
    label: "观战", no: "与棋局同步", byMoves: "延迟若干手", byMinutes: "延迟若干分钟", moves: "手数", minutes: "分钟",
    behindMoves: (n) => `延迟 ${n} 手`, behindMinutes: (n) => `延迟 ${n} 分钟`, behindSeconds: (n) => `延迟 ${n} 秒`, late: (by) => `你看到的棋局${by}，结果确定后即全部公开。`,
  },
  warnings: { term: "警告", tag: (n) => `警告 ${n} 次`, text: (b, w) => `黑 ${b} 次，白 ${w} 次` },
  referee: {
    until: "停至（可不填）", untilHint: "到时自动继续；不填则 90 天后继续。",
    term: "到场裁判", sit: "到场执裁", sitHint: "双方会得知你已到场。", enter: "以裁判身份进入",
    swapLead: "双方对调黑白。棋子和时钟随颜色不变，警告随人。第十手之前（含）可以对调。",
    title: "裁判", lead: "按棋局的现状裁定，理由会告知所有人。", leadOver: "棋局已结束，只能裁定谁可以发言，理由会告知所有人。", what: "裁定", reason: "理由", reasonHint: "1 至 200 字，双方和观战者都能看到", submit: "裁定", done: "裁定已执行。",
    side: "哪一方",
    kinds: {
      answer_call: "答复：维持现状", pause: "停钟", continue: "恢复对局", adjourn: "封棋", set_clock: "调整时钟", add_time: "加时", restart_reading: "重新读秒", step_back: "退回到某一手", stones: "裁定死活",
      result: "裁定结果", warn: "警告", withdraw_warning: "撤销警告", mute: "禁言或解除禁言", remove: "请出或准许返回", add_time_to_both: "双方加时", swap_colors: "对调黑白",
    },
    minutes: "分", seconds: "秒", periods: "剩余读秒次数", stintMinutes: "本段（分）", stintMoves: "本段还须手数", second: "从第几秒起",
    stepTo: "保留手数", verdict: "结果", stonesLead: (n) => `请在棋盘上标出死子：已标 ${n} 子。随后数子。`,
    verdicts: { black: "黑胜", white: "白胜", draw: "和棋", both_lose: "双方均负", no_result: "无胜负", replay: "重赛" },
    endTitle: "结束棋局？", endText: (what) => `${what}。棋局就此结束，不能反悔。`, endWarn: (c) => `${c}方已受过警告，第二次警告判负`, endStones: "提去所标死子并数子",
  },
  news: {
    title: "局中事项", side: (c) => `${c}方`, started: "约定时间已到。", arrived: (c, late, lost) => `${c}方迟到 ${late}${lost === null ? "" : `，扣时 ${lost}`}。`, missed: (c) => `${c}方迟到过久，判负。`,
    closed: {
      accepted: (c, what) => `${c}方请求${what}，对方同意。`, declined: (c, what) => `${c}方请求${what}，对方不同意。`, withdrawn: (c, what) => `${c}方撤回请求：${what}。`,
      expired: (c, what) => `${c}方请求${what}，对方没有答复。`,
    },
    continued: "继续对局。", calledOff: "不封棋了。", adjourning: (c) => `准备封棋：由${c}方封一手。`, sealed: (c) => `${c}方已封棋，棋局暂停。`,
    sealLost: "封好的着法已无法读出，由该方重下。", turnLost: (c) => `${c}方封的着法不合规则，判弃权一次。`, undone: (n) => `退回 ${n} 手。`,
    added: (c, time) => `${c}方加时 ${time}。`, ruled: (who, why) => `裁判 ${who}：${why}`, clockSet: (c) => `${c}方的时钟已调整。`, rereading: (s) => `读秒从第 ${s} 秒起重读。`,
    stones: "裁判已裁定死活。", warned: (c) => `${c}方受到警告。`, warningWithdrawn: (c) => `${c}方的警告已撤销。`,
    officerSeated: (who) => `裁判 ${who} 到场。`, removed: (who) => `${who} 被请出对局室。`, readmitted: (who) => `${who} 可以重新观看。`,
    swapped: (black, white) => `黑白对调：${black} 执黑，${white} 执白。`,
  },
};
