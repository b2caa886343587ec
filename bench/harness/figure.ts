// What one line of the benchmark is: a case measured beside its baseline, round by round.

/** A measurement in a process of its own. */
export interface CaseSpec {
  /** Module of the case below `bench/`; its `open(root, args, quick)` makes the case. */
  readonly module: string
  /** What the module is told. */
  readonly args: Readonly<Record<string, string | number>>
  /** Flags of node for its process. */
  readonly nodeFlags?: readonly string[]
}

/** Which sources a case runs on: these, or those of the git ref that everything is held against. */
export type Sources = 'here' | 'reference'

export interface Figure {
  readonly name: string
  /** Unit of the value. */
  readonly unit: string
  /** What is measured, in a few words. */
  readonly what: string
  readonly subject: CaseSpec
  readonly baseline: CaseSpec & { readonly sources: Sources; readonly name: string }
  /** `better`: how many times better than the baseline; `dearer`: how many times dearer. */
  readonly ratio: 'better' | 'dearer'
  /** Most values are costs; some are speeds. */
  readonly higherIsBetter?: boolean
  /** Rounds measured, and rounds before them that are not. */
  readonly runs: number
  readonly warmUps: number
  /** The figure that says the worst of its kind: named here, it is printed after the last of them. */
  readonly worstOf?: string
}

export interface Suite {
  readonly name: string
  readonly figures: readonly Figure[]
}

/** One measurement; closing ends what it holds. */
export interface Case {
  /** One round: the value in the figure's unit. */
  measure(): number | Promise<number>
  close?(): void | Promise<void>
}

/** What a case's module exports. `quick`: one tiny round, to see that it works. */
export type OpenCase = (given: {
  readonly root: string
  readonly args: Readonly<Record<string, string | number>>
  readonly quick: boolean
}) => Case | Promise<Case>
