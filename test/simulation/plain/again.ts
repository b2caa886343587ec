// Something that happens again and again, at times drawn anew.

import type { Random } from '../../../src/domain/random.js'
import type { Clock } from '../../../src/domain/time.js'

/** Half of `everyMs` to one and a half of it lie between two. */
export function again(
  clock: Pick<Clock, 'after'>,
  { everyMs, random }: { everyMs: number; random: Random },
  run: () => void,
) {
  clock.after(everyMs * (0.5 + random.next()), () => {
    run()
    again(clock, { everyMs, random }, run)
  })
}
