// Whether the orders of a run are really sent.

export type TradingMode = 'paper' | 'live'
