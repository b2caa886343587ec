// `quoin doctor --place`: the doctor, and then a few orders of the smallest size, to see what no page of the venue tells.

import { type Config, loadConfig } from '../../../config/config.js'
import type { Finding } from '../../../doctor/finding.js'
import { learnedFrom, learnedText } from '../../../doctor/place/learned-profile.js'
import { type PlacePlan, questionLines } from '../../../doctor/place/place-plan.js'
import { REFUSALS } from '../../../doctor/place/refusal-trial.js'
import { endFindings, observe, type PlaceResult } from '../../../doctor/place/run-trials.js'
import { TrialWatch } from '../../../doctor/place/trial-watch.js'
import { QuoinError } from '../../../domain/error.js'
import { createRealClock } from '../../../venue/transport/real-clock.js'
import { saysYes } from '../../ask-yes.js'
import { type HeldConnection, withHeldWallet } from '../../bot/fleet/held-by-hand.js'
import { chooseMode } from '../../bot/settings/choose-mode.js'
import type { CommandContext, CommandResult } from '../../command-context.js'
import { writtenDown } from '../../control/written-down.js'
import { doctorLines } from '../../doctor/doctor-words.js'
import { examine } from '../../doctor/examine.js'
import { assumptions } from '../../doctor/local-findings.js'
import { choosePlan } from '../../doctor/place/choose-plan.js'
import { learnedLines } from '../../doctor/place/learned-words.js'
import { type StopSignals, watchStopSignals } from '../../process/stop-signals.js'
import { reserveFile } from '../../setup/new-file.js'
import { shownFinding } from './doctor.js'

export interface PlaceFlags {
  /** Id of the market; the cheapest of the chosen ones without it. */
  readonly market?: string
  /** Do not ask. */
  readonly yes?: boolean
  /** A new file for the profile with what was learned. */
  readonly profileOut?: string
}

export async function doctorPlace(
  path: string,
  flags: PlaceFlags,
  context: CommandContext,
  signals: () => StopSignals = watchStopSignals,
): CommandResult {
  const config = loadConfig(path)
  refusePaper(config)
  const before = await examine(path, context)
  // what is only assumed is what this looks at
  const first = before.find(({ name, verdict }) => verdict === 'failed' && name !== 'assumptions')
  if (first !== undefined) {
    context.out.data({ ok: false, findings: before.map(shownFinding), placed: false }, () => doctorLines(path, before))
    context.out.note('nothing is placed before that is mended')
    return first.exit ?? 'failed'
  }
  return await placed({ path, flags, context, signals, before, config })
}

interface Task {
  readonly path: string
  readonly flags: PlaceFlags
  readonly context: CommandContext
  readonly signals: () => StopSignals
  readonly before: readonly Finding[]
  readonly config: Config
}

/** `--place` is the second key to orders, as `--live` is that of a run. */
function refusePaper({ mode, venue }: Config): void {
  const { orders, typedData } = venue.profile
  if (mode === 'paper')
    throw new QuoinError('bad-config', 'mode: expected "live" to place orders with --place, got "paper"')
  chooseMode({
    ...{ configured: mode, liveFlag: true, dryRunFlag: false },
    ...{ chainId: typedData.domain.chainId, ...orders },
  })
}

/** The profile may say that own events and numbers are not told; whether they are is looked at. */
function seeingAll(config: Config): Config {
  const { profile } = config.venue
  const socket = { ...profile.socket, privateEvents: true, sequenced: true }
  return { ...config, venue: { ...config.venue, profile: { ...profile, socket } } }
}

async function placed(task: Task): CommandResult {
  const { config, context, flags } = task
  const { out } = context
  const clock = createRealClock()
  const stop = new AbortController()
  const watch = new TrialWatch(clock, () => stop.signal.aborted)
  const options = { clock, warn: () => undefined, wrapTransport: watch.wrap.bind(watch) }
  const work = async (connection: HeldConnection): CommandResult => {
    const plan = await choosePlan(config, connection, flags.market)
    if (!(await agreed(plan, task))) return 'pending'
    connection.stillHeld()
    const file = flags.profileOut === undefined ? undefined : reserveFile(flags.profileOut)
    const stops = task.signals()
    void stops.first.then((name) => {
      out.note(`${name}: stopping; what was placed is cancelled first`)
      stop.abort()
    })
    const { account } = connection.trading
    const operation = { config, account, context, command: 'doctor --place', asked: { market: plan.market.id } }
    try {
      return await writtenDown(operation, async () => {
        const result = await observe({
          ...{ config, connection, plan, watch, clock, stopped: stop.signal, note: out.note },
        })
        return said(result, plan, { ...task, wasStopped: stop.signal.aborted, write: (text) => file?.write(text) })
      })
    } catch (thrown) {
      file?.drop()
      throw thrown
    } finally {
      stops.release()
    }
  }
  return await withHeldWallet(seeingAll(config), context, work, options)
}

async function agreed(plan: PlacePlan, { flags, context, before, path }: Task): Promise<boolean> {
  const { out, streams } = context
  const lines = questionLines(plan, REFUSALS)
  if (flags.yes) {
    for (const line of lines) out.note(line)
    return true
  }
  if (out.json || streams.stdin.isTTY !== true) {
    out.data({ ok: false, findings: before.map(shownFinding), placed: false, would: lines }, () => [
      ...doctorLines(path, before),
      'would place:',
      ...lines,
    ])
    out.note('nothing is placed without --yes where nobody can be asked')
    return false
  }
  for (const line of [
    ...doctorLines(path, before),
    '',
    'To see what no page of the venue tells, this places',
    ...lines,
  ])
    out.note(line)
  if (await saysYes({ streams }, 'place them?')) return true
  out.note('nothing was placed')
  return false
}

interface Ending extends Task {
  readonly wasStopped: boolean
  readonly write: (text: string) => void
}

function said({ lessons, cleared }: PlaceResult, plan: PlacePlan, ending: Ending) {
  const { path, flags, config, before, context, wasStopped, write } = ending
  const { profile, url } = config.venue
  const ends = endFindings(cleared, plan)
  const learned = learnedFrom(lessons, profile)
  // what is assumed now stands in the place of what was assumed before
  const looked = before.filter(({ name }) => name !== 'assumptions')
  const assumed = assumptions({
    ...config,
    venue: { ...config.venue, profile: { ...profile, known: [...learned.known] } },
  })
  const findings = [...looked, ...lessons.map(({ finding }) => finding), assumed, ...ends]
  const note = `With what quoin doctor --place saw at ${url} on ${new Date().toISOString().slice(0, 10)}, in ${plan.market.id}.`
  const first = findings.find(({ verdict }) => verdict === 'failed')
  const profileFile = flags.profileOut === undefined ? {} : { profile: flags.profileOut }
  context.out.data(
    {
      ok: first === undefined,
      findings: findings.map(shownFinding),
      placed: true,
      stopped: wasStopped,
      learned,
      ...profileFile,
    },
    () => [...doctorLines(path, findings), '', ...learnedLines(learned, flags.profileOut)],
  )
  const left = ends.find(({ verdict }) => verdict === 'failed')
  if (left !== undefined) sayLeft(left, context)
  if (flags.profileOut !== undefined) write(learnedText(path, profile, { learned, note }))
  return left === undefined ? (first?.exit ?? 'ok') : 'pending'
}

/** Beside the list of findings, where nobody can miss it. */
function sayLeft({ evidence, fix }: Finding, { out }: CommandContext): void {
  out.error({ code: 'unreachable', message: `${evidence.replaceAll('\n', ' ')}; ${fix}` })
}
