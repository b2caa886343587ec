// Successive halving (Jamieson & Talwalkar 2016): all draws on a little of the tape, the better half of them on twice as much, and so on.

/** Who goes on is one of so many, and sees so many times as much. */
const ETA = 2

/** Folds seen so far at the end of each rung, rising, the last all of them: `[1, 2, 4]` of four, `[1, 2, 5]` of five. */
export function rungsOf(folds: number): readonly number[] {
  const rungs: number[] = []
  for (let seen = 1; seen * ETA <= folds; seen *= ETA) rungs.push(seen)
  if (rungs.length === 0) return [folds]
  rungs.push(folds)
  return [...new Set(rungs)]
}

/** How many of `count` go on after a rung. */
export const survivors = (count: number): number => Math.max(1, Math.ceil(count / ETA))
