// Which stage calls the strategy: that of its scope.

import { GroupStrategyStage } from './group-strategy-stage.js'
import { MarketStrategyStage } from './market-strategy-stage.js'
import type { StrategyStage, StrategyStageParts } from './strategy-stage.js'

export function createStrategyStage(parts: StrategyStageParts): StrategyStage {
  const { quoter } = parts.settings
  return quoter.scope === 'group' ? new GroupStrategyStage(parts, quoter) : new MarketStrategyStage(parts, quoter)
}
