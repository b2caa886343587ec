// The permits of one command: what its requests are paid from first. What it does not need goes back to the desk.

import type { Permit, PermitDesk, PermitWant, Told } from '../../domain/permit.js'

export class CommandPermits implements PermitDesk {
  readonly #desk: PermitDesk
  #permits: readonly Permit[]

  constructor(permits: readonly Permit[], desk: PermitDesk) {
    this.#permits = permits
    this.#desk = desk
  }

  want(want: PermitWant, done: (permit: Permit | undefined) => void): void {
    const found = this.#permits.find(({ routeClass }) => routeClass === want.routeClass)
    if (found === undefined) {
      this.#desk.want(want, done)
      return
    }
    this.#permits = this.#permits.filter((permit) => permit !== found)
    done(found)
  }

  answered(permit: Permit, told?: Told): void {
    this.#desk.answered(permit, told)
  }

  unused(permit: Permit): void {
    this.#desk.unused(permit)
  }

  /** The command is done. */
  close(): void {
    const left = this.#permits
    this.#permits = []
    for (const permit of left) this.#desk.unused(permit)
  }
}
