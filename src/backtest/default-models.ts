// The queue models of a configuration that names none.

import { QUEUE_MODELS, type QueueModel } from '../venue/simulated/fills/queue-models.js'

/** All of them: each between the bounds draws the takers that no tape shows anew, and the mean of several is nearer to the truth. */
export const DEFAULT_MODELS: readonly QueueModel[] = QUEUE_MODELS

/** Of a sweep, which plays the tape many times: one between the bounds is enough to choose by. */
export const SWEPT_MODELS: readonly QueueModel[] = ['risk-averse', 'power-3', 'optimistic']
