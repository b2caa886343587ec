// Where a session's own requests are paid: what is wanted, answered and given back goes to whoever keeps the count, and permits come back.

import type {
  ByClass,
  ClassUse,
  KeyPart,
  LeftUse,
  Permit,
  PermitDesk,
  PermitWant,
  RouteClassName,
  Told,
} from '../../domain/permit.js'
import type { Budget, BudgetInput, Given } from './budget.js'

/** Without a part each bot has an equal one. */
interface Shared {
  readonly bots: number
  readonly part?: KeyPart
}

type Wanting = PermitWant & { readonly done: (permit: Permit | undefined) => void }

export class Desk implements PermitDesk {
  readonly #waiting = new Map<number, Wanting>()
  /** Until somebody keeps the count, whoever wants a permit waits. */
  #tell: (input: BudgetInput) => void = () => undefined
  #wantId = 0
  #shared: Shared | undefined
  #count: Pick<Budget, 'uses' | 'leaves'> | undefined

  want(want: PermitWant, done: (permit: Permit | undefined) => void): void {
    const wantId = ++this.#wantId
    this.#waiting.set(wantId, { ...want, done })
    this.#ask(wantId, want)
  }

  answered(permit: Permit, told?: Told): void {
    this.#tell({ kind: 'answered', permit, ...(told === undefined ? {} : { told }) })
  }

  /** A request that was answered without a permit, as before anybody kept the count: a permit is spent on it as soon as there is one. */
  sent(routeClass: RouteClassName, told: Told): void {
    this.want({ routeClass, priority: 'urgent' }, (permit) => permit && this.answered(permit, told))
  }

  unused(permit: Permit): void {
    this.#tell({ kind: 'permit-unused', permit })
  }

  give({ wantId, permit }: Omit<Given, 'kind'>): void {
    const wanting = this.#waiting.get(wantId)
    this.#waiting.delete(wantId)
    if (wanting) wanting.done(permit)
    else this.unused(permit)
  }

  giveUp(wantId: number): void {
    const wanting = this.#waiting.get(wantId)
    this.#waiting.delete(wantId)
    wanting?.done(undefined)
  }

  /** So many bots share the key, and this is ours. */
  shared(shared: Shared): void {
    this.#shared = shared
    this.#tell({ kind: 'budget-shared', ...shared })
  }

  /** What has been used by now; `undefined` until somebody keeps the count. */
  uses(nowMonoMs: number): ByClass<ClassUse> | undefined {
    return this.#count?.uses(nowMonoMs)
  }

  /** The same for the next process. */
  leaves(nowMonoMs: number): ByClass<LeftUse> | undefined {
    return this.#count?.leaves(nowMonoMs)
  }

  /** Asks again for all that waits: what was given may have been lost on the way. */
  askAgain(): void {
    for (const [wantId, want] of this.#waiting) this.#ask(wantId, want)
  }

  /** From now on this is who keeps the count, and who hears of it. */
  redirect(tell: (input: BudgetInput) => void, count?: Pick<Budget, 'uses' | 'leaves'>): void {
    this.#tell = tell
    this.#count = count
    if (this.#shared !== undefined) this.shared(this.#shared)
    this.askAgain()
  }

  #ask(wantId: number, { routeClass, priority }: PermitWant): void {
    this.#tell({ kind: 'permit-wanted', wantId, routeClass, priority })
  }
}
