// Scenarios that have shown a violation, as they were shrunk: they must stay clean.

import { drawAlone, drawScenario, drawUsual } from './draw-scenario.js'
import type { Disturbance, Scenario } from './scenario.js'

const halts = [10_000, 12_150, 14_250, 16_400, 18_550].map((atMs): Disturbance => ({ kind: 'halt', atMs, forMs: 2000 }))
const jumpedAhead: readonly Disturbance[] = [
  { kind: 'bot-crash', atMs: 17_751, when: 'now', loses: 'process', survives: 0.15, downMs: 6968 },
  { kind: 'clock-jump', atMs: 20_109, byMs: 2_290_316, backAfterMs: 7678 },
]
const fullDisks: readonly Disturbance[] = [
  { kind: 'disk-full', atMs: 50_000, forMs: 3253 },
  { kind: 'halt', atMs: 51_057, forMs: 9394 },
  { kind: 'disk-full', atMs: 60_000, forMs: 1500 },
]
const leases = [10_000, 13_430, 16_860, 20_290, 23_720].map(
  (atMs): Disturbance => ({ kind: 'lease-lost', atMs, forMs: 400, overAfterMs: 5000 }),
)
const lostOrders: readonly Disturbance[] = [
  { kind: 'net-drop', atMs: 25_811, forMs: 4283, way: 'both', rate: 0.51, meets: 'orders' },
]
const lostOrderAndSplit: readonly Disturbance[] = [
  { kind: 'disk-full', atMs: 5956, forMs: 449 },
  { kind: 'disk-full', atMs: 13_122, forMs: 682 },
  { kind: 'net-drop', atMs: 25_038, forMs: 8134, way: 'up', rate: 0.48, meets: 'orders' },
  { kind: 'net-stall', atMs: 26_489, forMs: 3241 },
  { kind: 'hand-split', atMs: 31_185, market: 1, shares: 8 },
  { kind: 'net-reorder', atMs: 31_443, forMs: 3145, spreadMs: 540 },
  { kind: 'raise-nonce', atMs: 49_470 },
]
const frozen: readonly Disturbance[] = [
  { kind: 'net-delay', atMs: 7076, forMs: 1131, way: 'both', delayMs: 2011 },
  { kind: 'bot-freeze', atMs: 9124, forMs: 2157 },
  { kind: 'bot-freeze', atMs: 12_382, forMs: 3689 },
]
const killed: readonly Disturbance[] = [
  { kind: 'bot-crash', atMs: 13_164, when: 'now', loses: 'power', survives: 0.08, downMs: 657 },
]
const crashed: readonly Disturbance[] = [
  { kind: 'bot-crash', atMs: 27_157, when: 'now', loses: 'power', survives: 0.59, downMs: 1488 },
  { kind: 'lease-lost', atMs: 47_859, forMs: 172, overAfterMs: 1500 },
]
const adopted: readonly Disturbance[] = [
  { kind: 'net-reorder', atMs: 2383, forMs: 4208, spreadMs: 653 },
  { kind: 'lease-lost', atMs: 6967, forMs: 290, overAfterMs: 2774 },
  { kind: 'lease-lost', atMs: 16_292, forMs: 277, overAfterMs: 1500 },
  { kind: 'net-drop', atMs: 21_479, forMs: 7914, way: 'down', rate: 0.7, meets: 'orders' },
  { kind: 'net-drop', atMs: 21_479, forMs: 5375, way: 'both', rate: 0.65, meets: 'cancels' },
  { kind: 'bot-crash', atMs: 25_283, when: 'now', loses: 'process', survives: 0.3, downMs: 213 },
]
const silentReads: readonly Disturbance[] = [
  { kind: 'server-fault', atMs: 39_326, spec: { kind: 'clock-skew', skewMs: -2561, durationMs: 1000 } },
  { kind: 'net-delay', atMs: 40_674, forMs: 8933, way: 'both', delayMs: 2767 },
  { kind: 'strategy-slow', atMs: 40_780, forMs: 109, callMs: 6 },
  { kind: 'net-duplicate', atMs: 44_331, forMs: 3860, rate: 0.9 },
  { kind: 'hand-merge', atMs: 46_857, market: 1, shares: 7 },
  { kind: 'net-reorder', atMs: 47_591, forMs: 3036, spreadMs: 692 },
]
const pausedWhileSigning: readonly Disturbance[] = [
  { kind: 'halt', atMs: 14_118, forMs: 7025 },
  { kind: 'pause', atMs: 21_314, forMs: 164, market: 1 },
]
const calm = drawAlone(1)

export const REGRESSIONS: readonly { readonly what: string; readonly scenario: Scenario }[] = [
  {
    what: 'after-kill: an order whose signature came after a halt was sent all the same',
    scenario: { ...calm, setting: { ...calm.setting, signingMs: 150 }, disturbances: halts },
  },
  {
    what: 'after-kill: an order whose signature came after the lease was lost was sent all the same',
    scenario: { ...calm, setting: { ...calm.setting, signingMs: 150 }, disturbances: leases },
  },
  {
    what: 'journal-first: a start while the clock of the machine was ahead took its live orders for expired and forgot them',
    scenario: { ...drawAlone(146), disturbances: jumpedAhead },
  },
  {
    what: 'after-kill, two-sided: a halt on a full disk was forgotten by the restart that it caused, and so was a resume',
    scenario: { ...drawAlone(184), disturbances: fullDisks },
  },
  {
    what: 'two-sided: orders of unknown outcome took the room of those that they were wanted for, and were not sent again',
    scenario: { ...drawAlone(414), disturbances: lostOrders },
  },
  {
    what: 'ledger: tokens that came by hand while an order was lost were doubted until it expired',
    scenario: { ...drawAlone(351), disturbances: lostOrderAndSplit },
  },
  {
    what: 'stale-fee: a fee that lay in the socket of a process that was held counted as read when the process went on',
    scenario: { ...drawScenario(184), disturbances: frozen },
  },
  {
    what: 'exposure: a match of a cancelled order that was not settled yet was forgotten by a restart',
    scenario: { ...drawScenario(612), disturbances: killed },
  },
  {
    what: 'two-sided: requests of the life before counted as others’ for a minute, and the polls of a DEFAULT key stopped for them',
    scenario: { ...drawScenario(577), disturbances: crashed },
  },
  {
    what: 'exposure: what an order of the life before had matched before its cancel was told by nobody where no socket tells',
    scenario: { ...drawScenario(584), disturbances: adopted },
  },
  {
    what: 'funded: a class of requests that had failed was silent for eight more seconds although the socket was back',
    scenario: { ...drawScenario(466), disturbances: silentReads },
  },
  {
    what: 'after-kill: an order that was being signed when its market was paused was sent all the same',
    scenario: { ...drawScenario(833), disturbances: pausedWhileSigning },
  },
  {
    what: 'two-sided: what strangers left of a spent key was not asked, and nothing read for half a minute while it came free',
    scenario: drawScenario(500),
  },
  {
    what: 'exposure: a match of the life before was settled between its look-up and the first reading, and counted beside it',
    scenario: drawScenario(1708),
  },
  {
    what: 'limits: what was held at a start was counted by no limit at its first fair value, where a change of the book alone brought it',
    scenario: drawScenario(4189),
  },
  {
    what: 'settled: a restart on a spent key asked three times within six seconds what strangers left, and then nothing for a minute',
    scenario: drawUsual(7700),
  },
  {
    what: 'settled: a request that asked what strangers left, and got back what it cost, doubled the wait for the next',
    scenario: drawScenario(850),
  },
  {
    what: 'book: a market that was taken up by another tick stayed out of its rooms where the venue was told to let it out after it was told to let it in',
    scenario: drawScenario(105),
  },
  {
    what: 'planned: what a slow strategy wanted after its pause was signed and withdrawn, 150 orders a second',
    scenario: drawScenario(266),
  },
]
