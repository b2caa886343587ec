// What the network does while something disturbs it: messages late, lost, doubled, out of order, held, lost one way, or not what was sent.

import type { Random } from '../../../src/domain/random.js'
import type { HttpResult } from '../../../src/venue/session/transport.js'
import type { NetworkWeather } from '../virtual/network-weather.js'
import type { Meets, Of, Way } from './scenario.js'
import { spoiled } from './spoiled.js'

type NetKind = 'net-delay' | 'net-drop' | 'net-duplicate' | 'net-reorder' | 'net-stall' | 'net-one-way' | 'net-garble'
export type NetDisturbance = Of<NetKind>
type Answer = Extract<HttpResult, { readonly kind: 'response' }>

interface Blowing {
  readonly disturbance: NetDisturbance
  readonly untilMs: number
  hits: number
}

const MEETS: Readonly<Record<Meets, (route: string | undefined) => boolean>> = {
  all: () => true,
  orders: (route) => route === 'POST /markets/{id}/orders',
  cancels: (route) => route?.includes('cancel') === true,
  reads: (route) => route?.startsWith('GET') === true,
  frames: () => false,
}

const goes = (way: Way, asked: 'up' | 'down') => way === 'both' || way === asked
const CLEAR: readonly number[] = [0]
const LOST: readonly number[] = []
const PAGE = '<!doctype html><title>Sign in to the network</title>'

export class Storm implements NetworkWeather {
  readonly #random: Random
  readonly #monoMs: () => number
  #blowing: Blowing[] = []

  constructor(random: Random, monoMs: () => number) {
    this.#random = random
    this.#monoMs = monoMs
  }

  /** Returns how often it has struck so far. */
  begin(disturbance: NetDisturbance): () => number {
    const one = { disturbance, untilMs: this.#monoMs() + disturbance.forMs, hits: 0 }
    this.#blowing.push(one)
    return () => one.hits
  }

  copies(way: 'up' | 'down', { route }: { readonly route?: string }): readonly number[] {
    if (this.#blowing.length === 0) return CLEAR
    const nowMs = this.#monoMs()
    this.#blowing = this.#blowing.filter(({ untilMs }) => untilMs > nowMs)
    let copies: readonly number[] = CLEAR
    for (const one of this.#blowing) copies = this.#after(one, { copies, way, route, nowMs })
    return copies
  }

  garbled(answer: Answer, route: string): Answer {
    let told = answer
    for (const one of this.#blowing) {
      const { disturbance, untilMs } = one
      if (disturbance.kind !== 'net-garble' || untilMs <= this.#monoMs() || !MEETS[disturbance.meets](route)) continue
      if (this.#random.next() >= disturbance.rate) continue
      one.hits++
      told = this.#as(disturbance.how, told)
    }
    return told
  }

  /** Frames of a socket. */
  garbledFrame(payload: unknown): unknown {
    let told = payload
    for (const one of this.#blowing) {
      const { disturbance, untilMs } = one
      if (disturbance.kind !== 'net-garble' || disturbance.meets !== 'frames' || untilMs <= this.#monoMs()) continue
      if (this.#random.next() >= disturbance.rate) continue
      one.hits++
      told = spoiled(told, this.#random)
    }
    return told
  }

  #as(how: 'cut' | 'page' | 'value', told: Answer): Answer {
    if (how === 'cut') return { ...told, body: told.body.slice(0, told.body.length >> 1) }
    if (how === 'page')
      return { ...told, headers: { ...told.headers, 'content-type': 'text/html' }, status: 200, body: PAGE }
    return { ...told, body: JSON.stringify(spoiled(JSON.parse(told.body), this.#random)) }
  }

  #after(
    one: Blowing,
    met: { copies: readonly number[]; way: 'up' | 'down'; route: string | undefined; nowMs: number },
  ): readonly number[] {
    const { disturbance, untilMs } = one
    const { way, route, nowMs } = met
    const random = this.#random
    let { copies } = met
    switch (disturbance.kind) {
      case 'net-delay':
        if (goes(disturbance.way, way)) copies = copies.map((ms) => ms + disturbance.delayMs)
        break
      case 'net-drop':
        // the frames of a socket are not lost one by one: its connection is
        if (route === undefined || !goes(disturbance.way, way) || !MEETS[disturbance.meets](route)) return copies
        if (random.next() < disturbance.rate) copies = LOST
        break
      case 'net-duplicate':
        if (route !== undefined && random.next() < disturbance.rate)
          copies = copies.flatMap((ms) => [ms, ms + random.exponential(300)])
        break
      case 'net-reorder':
        copies = copies.map((ms) => ms + random.next() * disturbance.spreadMs)
        break
      case 'net-stall':
        copies = copies.map((ms) => ms + untilMs - nowMs)
        break
      case 'net-one-way':
        if (disturbance.way === way) copies = LOST
        break
    }
    if (copies !== met.copies) one.hits++
    return copies
  }
}
