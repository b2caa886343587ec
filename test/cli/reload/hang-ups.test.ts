import { EventEmitter } from 'node:events'
import { describe, expect, it } from 'vitest'
import { watchStopSignals } from '../../../src/cli/process/stop-signals.js'
import { HangUps } from '../../../src/cli/reload/hang-ups.js'

function open() {
  const source = new EventEmitter()
  const heard: string[] = []
  const signals = watchStopSignals(source, () => heard.push('end'))
  void signals.first.then((name) => heard.push(`stop by ${name}`))
  const hangUps = new HangUps(signals, () => heard.push('kept'))
  const hangUp = () => source.emit('SIGHUP', 'SIGHUP')
  return { source, heard, hangUps, hangUp, reload: async () => void heard.push('reload') }
}

describe('SIGHUP of a bot without a terminal', () => {
  it('before it runs is kept until it does, and is no stop', async () => {
    const { heard, hangUps, hangUp, reload } = open()
    hangUp()
    hangUp()
    await Promise.resolve()
    expect(heard).toEqual(['kept', 'kept'])
    let done: () => void = () => undefined
    const followed = hangUps.follow(async () => {
      await reload()
      if (heard.length === 3) await new Promise<void>((resolve) => (done = resolve))
    })
    void followed.then(() => heard.push('followed'))
    await Promise.resolve()
    expect(heard).toEqual(['kept', 'kept', 'reload'])
    done()
    await followed
    expect(heard.splice(3)).toEqual(['followed'])
    hangUp()
    expect(heard.slice(2)).toEqual(['reload', 'reload'])
  })

  it('again, while what it asked for is still being read, is waited for as well', async () => {
    const { heard, hangUps, hangUp } = open()
    hangUp()
    const ends: (() => void)[] = []
    const followed = hangUps.follow(() => new Promise((resolve) => ends.push(resolve)))
    void followed.then(() => heard.push('followed'))
    hangUp()
    ends[0]?.()
    await new Promise(setImmediate)
    expect(heard).toEqual(['kept'])
    ends[1]?.()
    await followed
    expect(ends).toHaveLength(2)
  })

  it('none before it runs asks for nothing, and another signal is a stop all the same', async () => {
    const { source, heard, hangUps, reload } = open()
    await hangUps.follow(reload)
    source.emit('SIGTERM', 'SIGTERM')
    await Promise.resolve()
    expect(heard).toEqual(['stop by SIGTERM'])
  })
})
