// Our place in the venue's private room: it lasts as long as the token that the connection showed, so each new one is shown too.
//
//   refreshed in time          given over the open socket
//   refused, or no answer      a new connection with it
//   the old one ended before   a new connection: what was missed is read at its start

import type { Clock } from '../../../domain/time.js'
import { authAck, authEndedEvent } from '../../wire/event-schema.js'
import type { SignIn } from '../sign-in.js'
import type { MarketStream } from './market-stream.js'

export interface PrivateRoomOptions {
  readonly clock: Clock
  readonly signIn: SignIn
  readonly stream: () => Pick<MarketStream, 'isUp' | 'reconnect' | 'showToken'>
}

export interface PrivateRoom {
  /** The live token, for a handshake that shows it. */
  handshakeToken(): string | undefined
  /** Shows a token that the open connection has not seen; to be called after each sign-in and each connect. */
  showToken(): void
  /** The venue says that the room was left. */
  ended(payload: unknown): void
}

class TokenRoom implements PrivateRoom {
  private readonly options: PrivateRoomOptions
  /** What the connection showed, and when that ends. */
  private shown: string | undefined
  private untilMonoMs = 0

  constructor(options: PrivateRoomOptions) {
    this.options = options
  }

  handshakeToken(): string | undefined {
    this.note(this.options.signIn.token())
    return this.shown
  }

  showToken(): void {
    const { clock, signIn } = this.options
    const stream = this.options.stream()
    const token = signIn.token()
    if (token === undefined || token === this.shown || !stream.isUp()) return
    if (this.shown === undefined || clock.monoMs() >= this.untilMonoMs) {
      stream.reconnect()
      return
    }
    this.note(token)
    stream.showToken(token, (ack) => {
      const read = authAck.safeParse(ack)
      if (!read.success || !read.data.accepted) stream.reconnect()
    })
  }

  ended(payload: unknown): void {
    const { signIn } = this.options
    const { shown } = this
    this.note(undefined)
    const read = authEndedEvent.safeParse(payload)
    if (read.success && read.data.reason === 'revoked' && shown !== undefined) signIn.refused(shown)
    this.showToken()
  }

  private note(token: string | undefined): void {
    this.shown = token
    this.untilMonoMs = this.options.signIn.untilMonoMs() ?? 0
  }
}

export function createPrivateRoom(options: PrivateRoomOptions): PrivateRoom {
  return new TokenRoom(options)
}
