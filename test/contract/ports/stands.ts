// What stands behind the two ports, and what a stand cannot promise, by name and with the reason.

import { it } from 'vitest'
import { openLive } from './live-stand.js'
import { openPaper } from './paper-stand.js'
import type { Stand, StandName } from './stand.js'
import { openVirtual } from './virtual-stand.js'

export const STANDS: readonly { readonly name: StandName; readonly open: () => Promise<Stand> }[] = [
  { name: 'live', open: openLive },
  { name: 'virtual', open: openVirtual },
  { name: 'paper', open: openPaper },
]

const NOT_PROMISED: Readonly<Partial<Record<StandName, Readonly<Record<string, string>>>>> = {
  paper: {
    'whose cancel was answered by an error of the server may be over': 'its answers are never lost',
    'is signed with a fee that is not the effective one': 'the signed fee is taken for the effective one',
    'whose answer was an error of the server may live, and is the same when sent again': 'its answers are never lost',
  },
}

/** `it` for one stand. A behaviour that it does not promise must fail there, or the list above is out of date. */
export function behaviours(stand: StandName): (name: string, test: () => Promise<void>) => void {
  return (name, test) => {
    const reason = NOT_PROMISED[stand]?.[name]
    if (reason === undefined) it(name, test)
    else it.fails(`${name} (not promised: ${reason})`, test)
  }
}
