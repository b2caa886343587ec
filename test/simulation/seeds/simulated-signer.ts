// The process that holds the key, in virtual time: for a while it is away, gives no answer, takes long for one, or refuses by its rate or its policy.

import { QuoinError } from '../../../src/domain/error.js'
import type { Clock } from '../../../src/domain/time.js'
import type { Signer } from '../../../src/venue/session/transport.js'
import type { Of } from './scenario.js'
import type { World } from './world.js'

type Trouble = Of<'signer-trouble'>

/** A bot that hears nothing for so long takes it for away, and so all that it has asked. */
const SILENT_MS = 2000
/** From when it is there again until the bot has found it. */
const FOUND_MS = 300
const RATE = new QuoinError('rate-limited', 'the signer: too many signatures')
const POLICY = new QuoinError('signer-refused', 'the signer: its policy refuses the order')
const away = (why: string) => new QuoinError('signer-away', why)

export class SimulatedSigner {
  readonly #world: Pick<World, 'clock' | 'life' | 'note'>
  #trouble: { readonly is: Trouble; hits: number } | undefined
  /** Why nothing can be signed, as the bot has found out. */
  #away: string | undefined

  constructor(world: Pick<World, 'clock' | 'life' | 'note'>) {
    this.#world = world
  }

  /** A start waits for it. */
  get isAway(): boolean {
    return this.#away !== undefined
  }

  /** One trouble at a time: the next one takes the place of the one before. */
  begin(is: Trouble, ended: (hits: number) => void): void {
    const trouble = { is, hits: 0 }
    this.#trouble = trouble
    if (is.how === 'away') this.#tell('the signer has gone')
    this.#world.clock.after(is.forMs, () => {
      ended(trouble.hits)
      if (this.#trouble !== trouble) return
      this.#trouble = undefined
      this.#world.clock.after(FOUND_MS, () => {
        if (this.#trouble === undefined) this.#tell(undefined)
      })
    })
  }

  /** As one life of the bot asks it. */
  over(signer: Signer, clock: Pick<Clock, 'after'>): Signer {
    const ask = <T>(signs: (done: (signed: T | Error) => void) => void, done: (signed: T | Error) => void) => {
      if (this.#away !== undefined) {
        if (this.#trouble !== undefined) this.#trouble.hits++
        return done(away(this.#away))
      }
      const trouble = this.#trouble
      if (trouble === undefined) return signs(done)
      trouble.hits++
      const { how } = trouble.is
      if (how === 'slow') clock.after(trouble.is.answerMs, () => signs(done))
      else if (how === 'silent')
        clock.after(SILENT_MS, () => {
          // it is asked whether it is there before anything else
          this.#tell('the signer gave no answer')
          done(away('the signer gave no answer'))
          if (this.#trouble !== trouble) this.#world.clock.after(FOUND_MS, () => this.#found())
        })
      else done(how === 'rate' ? RATE : POLICY)
    }
    return {
      ...signer,
      signOrder: (message, context, done) => ask((signed) => signer.signOrder(message, context, signed), done),
      signText: (text, done) => ask((signed) => signer.signText(text, signed), done),
    }
  }

  #found(): void {
    if (this.#trouble?.is.how !== 'away' && this.#trouble?.is.how !== 'silent') this.#tell(undefined)
  }

  #tell(why: string | undefined): void {
    if (why === this.#away) return
    this.#away = why
    this.#world.note(`signer ${why ?? 'is there'}`)
    const { life } = this.#world
    if (life?.bot !== undefined && !life.isOver) life.bot.signerTold(why)
  }
}
