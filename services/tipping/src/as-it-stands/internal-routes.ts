import { findBoardsAsTheyStand } from '@purple-sector/contracts/tipping/internal'
import { type App, answer } from '@purple-sector/service-kit'
import type { BoardsAsTheyStand } from './boards-as-they-stand.ts'

/** What gateways ask while a session runs. */
export const internalAsItStandsRoutes = (boards: BoardsAsTheyStand) => async (app: App) => {
  answer(app, findBoardsAsTheyStand, (asked) => boards.tops(asked))
}
