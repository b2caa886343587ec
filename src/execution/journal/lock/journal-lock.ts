// One process per journal, or per wallet: a lock file that names its holder and is touched while the holder lives.
//
//   same machine    the holder is gone when no process has its id, or another process got the id since (start times differ)
//   same host name  in another container, as in a pod: it is gone when the file was not touched for 7 s
//   other machine   it is gone when the file was not touched for 30 s (containers that share a volume)

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { link, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import { codeOf, QuoinError } from '../../../domain/error.js'
import { type LeaseWait, StoppedWaiting } from '../../lease.js'
import { isGone, isOfThisHost, isSeenHere, ownMark } from './process-mark.js'

const TOUCH_EVERY_MS = 5000
const ABANDONED_AFTER_MS = 30_000
/** Where both have one clock. */
const ABANDONED_BESIDE_MS = 7000
const ATTEMPTS = 5
/** Nobody takes over what was seen so recently. */
const LOOK_EVERY_MS = 100
const WAIT_LOOK_MS = 250

const holderSchema = z.object({ pid: z.int(), start: z.string(), host: z.string(), space: z.string().optional() })
type Holder = z.infer<typeof holderSchema>

export type LockHolder = Pick<Holder, 'pid' | 'host' | 'space'>

export interface JournalLock {
  /** The file is still the one that was put there: nobody has judged this process dead, as after it was stopped for long. */
  isHeld(): boolean
  release(): Promise<void>
}

/** Throws `journal-failed` while another process holds the lock of this name in the folder, unless that is waited for. */
export async function lockJournal(folder: string, name: string, wait?: LeaseWait): Promise<JournalLock> {
  const path = join(folder, name)
  const own: Holder = ownMark()
  const draft = `${path}.${own.pid}.${Date.now()}`
  // no two are the same
  const text = JSON.stringify({ ...own, id: randomUUID() })
  try {
    await writeFile(draft, text)
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (await linked(draft, path)) return held(path, text)
      const holder = await readHolder(path)
      if (holder !== undefined && (await alive(holder, path))) {
        if (wait === undefined) throw taken(path, holder)
        await waitFor(holder, path, wait)
        attempt = 0
      }
      await setAside(path, holder)
    }
  } finally {
    await rm(draft, { force: true })
  }
  throw new QuoinError('journal-failed', `${path}: expected to get the lock within ${ATTEMPTS} attempts, got none`)
}

/** The live process that holds the lock of this name in the folder; `undefined` when there is none. Changes nothing. */
export async function lockHolder(folder: string, name: string): Promise<LockHolder | undefined> {
  const path = join(folder, name)
  const holder = await readHolder(path)
  if (holder === undefined || !(await alive(holder, path))) return undefined
  const { pid, host, space } = holder
  return { pid, host, ...(space === undefined ? {} : { space }) }
}

/** Until it has gone. A container that was removed by force leaves a lock that looks alive for a while: only a touch shows that it is. */
async function waitFor(holder: Holder, path: string, { whenHeld, note, stopped }: LeaseWait): Promise<void> {
  const wait = { isStopped: false }
  void stopped.then(() => {
    wait.isStopped = true
  })
  const seenMs = await touchedMs(path)
  const isSeen = async () => isSeenHere(holder) || (await touchedMs(path)) > seenMs
  const until = whenHeld === 'wait' ? 'free' : `free, or untouched for ${abandonedAfterMs(holder) / 1000} s`
  if (whenHeld === 'wait' || !(await isSeen()))
    note(`${path}: ${nameOf(holder)} holds it: waiting until it is ${until}`)
  while (await isHeldBy(holder, path)) {
    if (whenHeld === 'refuse' && (await isSeen())) throw taken(path, holder)
    if (wait.isStopped) throw new StoppedWaiting(`${path}: stopped while it waited for the wallet`)
    await pause(WAIT_LOOK_MS)
  }
}

async function isHeldBy(holder: Holder, path: string): Promise<boolean> {
  const now = await readHolder(path)
  return now?.pid === holder.pid && now.start === holder.start && (await alive(holder, path))
}

const nameOf = ({ pid, host }: Holder) => `process ${pid} on ${host}`

function taken(path: string, holder: Holder): QuoinError {
  const who = nameOf(holder)
  return new QuoinError('journal-failed', `${path}: expected one process per wallet, got a second one; ${who} holds it`)
}

/** A hard link appears whole or not at all. */
async function linked(draft: string, path: string): Promise<boolean> {
  try {
    await link(draft, path)
    return true
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false
    throw error
  }
}

async function readHolder(path: string): Promise<Holder | undefined> {
  try {
    const parsed = holderSchema.safeParse(JSON.parse(await readFile(path, 'utf8')))
    return parsed.success ? parsed.data : undefined
  } catch {
    return undefined
  }
}

async function alive(holder: Holder, path: string): Promise<boolean> {
  if (isSeenHere(holder)) return !isGone(holder)
  return Date.now() - (await touchedMs(path)) < abandonedAfterMs(holder)
}

const abandonedAfterMs = (holder: Holder) => (isOfThisHost(holder) ? ABANDONED_BESIDE_MS : ABANDONED_AFTER_MS)

async function touchedMs(path: string): Promise<number> {
  try {
    return (await stat(path)).mtimeMs
  } catch {
    return 0
  }
}

/** Renamed before it is removed: of two that find the same dead lock, only one sets it aside. */
async function setAside(path: string, judged: Holder | undefined): Promise<void> {
  const aside = `${path}.dead.${process.pid}.${Date.now()}`
  try {
    await rename(path, aside)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return
    throw error
  }
  const moved = await readHolder(aside)
  const same = moved?.pid === judged?.pid && moved?.start === judged?.start
  // somebody was faster and the file is already the next holder's: give it back
  if (!same) await linked(aside, path)
  await rm(aside, { force: true })
}

function held(path: string, text: string): JournalLock {
  const isHeld = holding(path, text)
  const timer = setInterval(() => {
    const now = new Date(Date.now())
    // another's lock is not kept alive
    if (isHeld()) utimes(path, now, now).catch(() => undefined)
  }, TOUCH_EVERY_MS)
  timer.unref()
  return {
    isHeld,
    async release() {
      clearInterval(timer)
      if (textAt(path) === text) await rm(path, { force: true })
    },
  }
}

/** Asked before every write: the file is read again when it was not looked at a moment ago. */
function holding(path: string, text: string): () => boolean {
  let [isHeld, lookedMs] = [true, Date.now()]
  return () => {
    const now = Date.now()
    // the wall clock goes on while the machine sleeps
    if (isHeld && Math.abs(now - lookedMs) < LOOK_EVERY_MS) return true
    lookedMs = now
    isHeld &&= textAt(path) === text
    return isHeld
  }
}

function textAt(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}
