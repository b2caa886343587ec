// Numbers, times and foreign text as people read them.

/**
 * @typedef {{ price: number, size: number }} LevelData
 * @typedef {{ spread: number, inventory: number, fees: number, total: number }} PartsData
 * @typedef {{ outcome: string, side: string, price: number, shares: number }} OwnData
 * @typedef {OwnData & { phase: string, ageMs: number, reason: string }} OrderData
 * @typedef {{ reason: string, detail: string }} WhyData
 * @typedef {{ reason: string, actor: string, atMs: number }} PauseData
 * @typedef {{ conditionId: string, question: string, status: string, shares: [number, number], pnl: number, quotes: number, fair?: number,
 *   feed: { health: string, ageMs: number, reason: string }, parts: PartsData, fills: number, worstCaseLoss: number, endMs?: number,
 *   bestOthers: [LevelData | null, LevelData | null], own: (OwnData & { phase: string })[], paused?: PauseData, notQuoting?: WhyData, reason?: string }} SeenMarket
 * @typedef {{ state: 'halted' | 'waiting' | 'running', says: string, bot: Record<string, unknown>, signedIn: boolean, ramp?: number,
 *   halted?: PauseData & { cause: string }, waiting?: { cause: string, reason: string, sinceMs: number },
 *   over?: { markets: number, payout: number },
 *   massCancel?: { verifiedMs?: number, left: number, failure?: string }, totals: PartsData & { fills: number, worstCaseLoss: number, openOrders: number },
 *   collateral?: { total: number, available: number }, losses: { limit: string, lost: number, allowed: number, left: number }[],
 *   budgets: { routeClass: string, perMinute: number, leftInMinute: number, blockedForMs: number }[],
 *   lately: { windowSec: number, requests: number, unanswered: number, serverErrors: number, limited: number, refused: number, meanMs?: number, slowestMs?: number, longestStepMs: number },
 *   troubles: { whose: 'venue' | 'ours' | 'person', what: string }[], markets: SeenMarket[] }} SeenStatus
 * @typedef {{ tradeId: string, hash: string, question: string, outcome: string, side: string, price: number, shares: number, status: string, liquidity: string, atMs: number }} SeenFill
 * @typedef {{ seq: number, atMs: number, kind: string, question: string, orders: OwnData[], why: string }} SeenDecision
 * @typedef {{ version: string, canAct: boolean, atMs: number, status: SeenStatus, fills: SeenFill[], decisions: SeenDecision[] }} SeenState
 */

const NOTHING = '–'

// what steers a terminal or reorders and hides what stands around it is shown, not obeyed
const UNSEEN = /[\p{Cc}\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff]|\p{Surrogate}/gu

/** @param {unknown} text @returns {string} */
const shownText = (text) =>
  String(text ?? '').replace(UNSEEN, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, '0')}`)

/** @param {number} value @param {number} least @param {number} most @returns {string} */
function figure(value, least, most) {
  const text = Math.abs(value).toLocaleString('en-US', { minimumFractionDigits: least, maximumFractionDigits: most })
  return value < 0 && /[1-9]/.test(text) ? `\u2212${text}` : text
}

/** @param {number} value */
const moneyText = (value) => figure(value, 2, 2)
/** @param {number} value */
const signedText = (value) => (value > 0 && /[1-9]/.test(moneyText(value)) ? `+${moneyText(value)}` : moneyText(value))
/** @param {number} value */
const sharesText = (value) => figure(value, 0, Math.abs(value) < 100 ? 2 : 0)
/** Of a probability. @param {number} value */
const centsText = (value) => figure(value * 100, 1, 2)
/** @param {number} value */
const countText = (value) => figure(value, 0, 0)

/** @param {number} ms */
const clockText = (ms) => new Date(ms).toISOString().slice(11, 19)

/** With the day, where it is another one. @param {number} ms @param {number} nowMs */
function momentText(ms, nowMs) {
  const [day, today] = [ms, nowMs].map((at) => new Date(at).toISOString().slice(0, 10))
  return day === today ? clockText(ms) : `${day} ${clockText(ms)}`
}

/** @param {number} ms */
function spanText(ms) {
  const seconds = Math.max(0, ms / 1000)
  if (seconds < 10) return `${seconds.toFixed(1)} s`
  if (seconds < 120) return `${Math.round(seconds)} s`
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`
  return seconds < 172_800 ? `${Math.round(seconds / 3600)} h` : `${Math.round(seconds / 86_400)} days`
}

/** @param {OwnData} order */
const orderText = ({ outcome, side, price, shares }) =>
  `${side === 'BUY' ? 'buy' : 'sell'} ${sharesText(shares)} ${shownText(outcome)} at ${centsText(price)}`

/** Money in which direction. @param {number} value */
const directionOf = (value) => (/[1-9]/.test(moneyText(value)) ? (value > 0 ? 'up' : 'down') : '')
