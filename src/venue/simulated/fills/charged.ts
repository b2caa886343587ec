// What a simulated request costs of the request budget.

import type { Answer } from '../../../domain/error.js'
import type { PermitDesk, RouteClassName } from '../../../domain/permit.js'

/** One request is paid when its answer comes; whoever has brought no money is not charged. */
export function charged<T>(
  done: (answer: Answer<T>) => void,
  paidFrom: PermitDesk | undefined,
  routeClass: RouteClassName,
): (answer: Answer<T>) => void {
  if (paidFrom === undefined) return done
  return (answer) => {
    paidFrom.want({ routeClass, priority: 'urgent' }, (permit) => permit && paidFrom.answered(permit, {}))
    done(answer)
  }
}
