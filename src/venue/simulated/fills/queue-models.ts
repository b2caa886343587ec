// What the cancels of others make of our place in a queue: nobody is told which of the orders before and behind us went.
//
//   risk-averse   all of them stood behind us, as long as there was anybody: the lower bound of fills
//   power-n       before us with probability front^n / (front^n + back^n): the longer a part of the queue, the more of it goes
//                 (n = 2 and 3; the probability queue of hftbacktest's PowerProbQueueFunc, 1 for `pro-rata` in the mean)
//   pro-rata      spread evenly over the queue
//   optimistic    all of them stood before us: the upper bound

export const QUEUE_MODELS = ['risk-averse', 'power-3', 'power-2', 'pro-rata', 'optimistic'] as const
export type QueueModel = (typeof QUEUE_MODELS)[number]

/** `ahead` of `queue` lots of others stand before us, and `cancelled` of the queue go. Returns what is left ahead. */
type QueueRule = (ahead: number, queue: number, cancelled: number) => number

const power =
  (n: number): QueueRule =>
  (ahead, queue, cancelled) => {
    const front = ahead ** n
    const back = (queue - ahead) ** n
    return ahead - (front + back === 0 ? 0 : (cancelled * front) / (front + back))
  }

const RULES: Readonly<Record<QueueModel, QueueRule>> = {
  'risk-averse': (ahead) => ahead,
  'power-3': power(3),
  'power-2': power(2),
  'pro-rata': (ahead, queue, cancelled) => (queue === 0 ? 0 : (ahead * (queue - cancelled)) / queue),
  optimistic: (ahead, _queue, cancelled) => ahead - cancelled,
}

/** Never fewer than none, never more than are left in the queue, and never by more than went. */
export function aheadAfterCancels(model: QueueModel, ahead: number, queue: number, cancelled: number): number {
  const guess = RULES[model](ahead, queue, cancelled)
  return Math.max(0, ahead - cancelled, Math.min(guess, queue - cancelled))
}
