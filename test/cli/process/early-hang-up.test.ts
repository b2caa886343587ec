import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { keepHangUp } from '../../../src/cli/process/early-hang-up.js'
import { watchStopSignals } from '../../../src/cli/process/stop-signals.js'

const opened = (command: string | undefined, hasTerminal = false) => {
  const source = new EventEmitter()
  return { source, take: keepHangUp(command, hasTerminal, source) }
}

describe('SIGHUP before anybody listens', () => {
  it('is kept for a bot, and told once to who takes over', async () => {
    const { source, take } = opened('run')
    expect(source.emit('SIGHUP')).toBe(true)
    const signals = watchStopSignals(source, undefined, undefined, take)
    let heard = 0
    signals.onHangUp?.(() => heard++)
    expect(heard).toBe(1)
    signals.onHangUp?.(() => heard++)
    expect(heard).toBe(1)
    source.emit('SIGHUP', 'SIGHUP')
    expect(heard).toBe(2)
    expect(await Promise.race([signals.first, Promise.resolve('no stop')])).toBe('no stop')
  })

  it('that was none is told to nobody, and the keeper lets go', () => {
    const { source, take } = opened('signer')
    expect(take()).toBe(false)
    expect(source.listenerCount('SIGHUP')).toBe(0)
  })

  it.each([
    ['that is none of those that go on', 'backtest', false],
    ['at a terminal', 'run', true],
    ['that is none', undefined, false],
  ])('ends a command %s as it would', (_, command, hasTerminal) => {
    const { source, take } = opened(command, hasTerminal)
    expect(source.emit('SIGHUP')).toBe(false)
    expect(take()).toBe(false)
  })
})
