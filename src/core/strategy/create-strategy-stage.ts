// Which stage calls the strategy: that of its scope. With another strategy there is another stage.

import { GroupStrategyStage } from './group-strategy-stage.js'
import { MarketStrategyStage } from './market-strategy-stage.js'
import type { StrategyStage, StrategyStageParts } from './strategy-stage.js'

export function createStrategyStage(parts: StrategyStageParts): StrategyStage {
  const { quoter } = parts.settings
  parts.faults.strategyBegins()
  return quoter.scope === 'group' ? new GroupStrategyStage(parts, quoter) : new MarketStrategyStage(parts, quoter)
}
