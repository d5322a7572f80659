import { z } from 'zod'
import { fileResponse, idParams, noContent, raceIdParams, weekendIdParams } from '../common.ts'
import { groupWeekendQuery } from '../groups/http.ts'
import { defineRoute } from '../route.ts'
import { compareParams, compareQuery, comparisonSchema } from './compare.ts'
import {
  boardQuery,
  categoryStandingsSchema,
  changeTipBody,
  groupBoardParams,
  groupStandingSchema,
  ledgerEntrySchema,
  ledgerParams,
  myStatsSchema,
  pageQuery,
  performanceQuery,
  performanceSchema,
  picksSchema,
  potentialPointsSchema,
  provisionalEntrySchema,
  raceProgressSchema,
  submitTipBody,
  submittedTipSchema,
  tipSchema,
  weekendFiguresSchema,
} from './http.ts'
import { openBoardSchema, openSeasonBoardSchema } from './open-data.ts'
import { chancesSchema, ownSeasonSchema, playJokerBody, seasonEntrySchema, takeBackJokerQuery } from './seasons.ts'
import { nudgeReceiptSchema, untippedSchema } from './untipped.ts'

const tipRefusals = {
  400: ['CAR_NOT_ENTERED'],
  403: ['NOT_A_MEMBER'],
  404: ['WEEKEND_NOT_FOUND'],
  409: ['WEEKEND_NOT_ANNOUNCED', 'TIPS_CLOSED', 'TIPS_LOCKED', 'CAR_OUT', 'GROUP_MOVING'],
  429: ['TOO_MANY_AT_ONCE'],
  503: ['OVERLOADED', 'UNAVAILABLE'],
} as const

/** Of replies about a group in one weekend. */
const ofGroupWeekend =
  'Of the group’s current weekend without `weekendId`; empty while a season group waits for its next round.'
const groupWeekendRefusals = { 404: ['GROUP_NOT_FOUND', 'WEEKEND_NOT_FOUND'] } as const

const tipRoutes = {
  submitTip: defineRoute({
    service: 'tipping',
    method: 'POST',
    path: '/api/tips',
    access: 'user',
    summary: 'Submit a tip, or change the one there is',
    description:
      '201 for a first tip, 200 if there was one. A `tipSource` of `sector` with a group, or of `group` without one, is 400. A tip in the open competition is handed in for the groups, too, in which the caller uses their open tips; a group that refuses it is left out.',
    body: submitTipBody,
    replies: { 200: submittedTipSchema, 201: submittedTipSchema },
    refusals: tipRefusals,
    shedClass: 'tips',
  }),
  changeTip: defineRoute({
    service: 'tipping',
    method: 'PATCH',
    path: '/api/tips/:id',
    access: 'user',
    summary: 'Change a tip to another car',
    params: idParams,
    body: changeTipBody,
    replies: { 200: submittedTipSchema },
    refusals: { ...tipRefusals, 404: ['TIP_NOT_FOUND', 'WEEKEND_NOT_FOUND'] },
    shedClass: 'tips',
  }),
  listTips: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/tips/:weekendId',
    access: 'user',
    summary: 'List the caller’s tips of a weekend: sector tips, and those of their groups',
    description: 'Tips of the groups that the caller is in now.',
    params: weekendIdParams,
    replies: { 200: z.array(tipSchema) },
  }),
  listPotentialPoints: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/tips/stakes/:raceId',
    access: 'user',
    summary: 'List what the caller’s tip on a race pays by place, in each competition it counts in',
    description: 'The open competition before groups. Empty without a tip that counts, and for practice.',
    params: raceIdParams,
    replies: { 200: z.array(potentialPointsSchema) },
    refusals: { 404: ['RACE_NOT_FOUND'] },
  }),
  listGroupPicks: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/groups/:id/picks',
    access: 'user',
    summary: 'List the picks of a group by category, for its members',
    description: ofGroupWeekend,
    params: idParams,
    query: groupWeekendQuery,
    replies: { 200: z.array(picksSchema) },
    refusals: groupWeekendRefusals,
  }),
  listWeekendPicks: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/weekends/:id/picks',
    access: 'user',
    summary: 'List the picks of a weekend’s open competition by category',
    params: idParams,
    replies: { 200: z.array(picksSchema) },
  }),
} as const

/** Only rows of a projected leaderboard have a `gain`. */
const leaderboardReplies = { 200: z.array(provisionalEntrySchema.partial({ gain: true })), 304: z.null() } as const

const leaderboardRoutes = {
  findWeekendLeaderboard: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/weekends/:id/leaderboard',
    access: 'user',
    summary: 'Find a page of the leaderboard of a weekend’s open competition, stored or projected',
    description:
      'The caller’s own entry is appended if it lies outside the page. `X-Total-Count` is the number of participants, `X-Board-Version` the version. The leaderboard of an unknown weekend is empty. `Last-Changed` is when the last result that changed it was published. With `projected=true` it is the leaderboard as if the running session ended in the order of its latest snapshot, with `X-Projected: {raceId}:{sequence}`; `ETag` and `Last-Changed` then follow the podium. If no session runs that counts, it is the leaderboard itself, without that header.',
    params: idParams,
    query: boardQuery,
    replies: leaderboardReplies,
    cache: 'board',
  }),
  findGroupLeaderboard: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/groups/:id/leaderboard/:weekendId',
    access: 'user',
    summary: 'Find a page of a group’s leaderboard, stored or projected, for its members',
    description: 'Paged and with headers as the leaderboard of a weekend, projected ones too.',
    params: groupBoardParams,
    query: boardQuery,
    replies: leaderboardReplies,
    refusals: { 404: ['GROUP_NOT_FOUND'] },
  }),
  findSeasonLeaderboard: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/seasons/:id/leaderboard',
    access: 'user',
    summary: 'Find a page of the leaderboard of a season’s open competition',
    description: 'Paged and with headers as the leaderboard of a weekend.',
    params: idParams,
    query: pageQuery,
    replies: { 200: z.array(seasonEntrySchema), 304: z.null() },
    refusals: { 404: ['SEASON_NOT_FOUND'] },
    cache: 'season-board',
  }),
  findGroupSeasonLeaderboard: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/groups/:id/season',
    access: 'user',
    summary: 'Find a page of a season group’s season leaderboard, for its members',
    description:
      'Paged and with headers as the leaderboard of a weekend. Every member has a row. `NO_SEASON` for a group of one weekend.',
    params: idParams,
    query: pageQuery,
    replies: { 200: z.array(seasonEntrySchema), 304: z.null() },
    refusals: { 404: ['GROUP_NOT_FOUND', 'NO_SEASON'] },
  }),
  findMyStats: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/weekends/:id/my-stats',
    access: 'user',
    summary: 'Find the caller’s statistics in the open competition of a weekend',
    description: 'Zeros and `position: null` without tips.',
    params: idParams,
    replies: { 200: myStatsSchema },
  }),
  listGroupStandings: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/groups/leaderboards/:weekendId',
    access: 'user',
    summary: 'List the caller’s standings in their groups of a weekend',
    params: weekendIdParams,
    replies: { 200: z.array(groupStandingSchema) },
  }),
  listRaceProgress: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/groups/:id/race-progress',
    access: 'user',
    summary: 'List the counting races of a group by start, for its members',
    description: ofGroupWeekend,
    params: idParams,
    query: groupWeekendQuery,
    replies: { 200: z.array(raceProgressSchema) },
    refusals: groupWeekendRefusals,
  }),
  listCategoryStandings: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/groups/:id/category-standings',
    access: 'user',
    summary: 'List the best members of a group in each category, for its members',
    description: ofGroupWeekend,
    params: idParams,
    query: groupWeekendQuery,
    replies: { 200: z.array(categoryStandingsSchema) },
    refusals: groupWeekendRefusals,
  }),
} as const

const chancesRoutes = {
  findWeekendChances: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/weekends/:id/chances',
    access: 'user',
    summary: 'Find what the caller can still reach in the open competition of a weekend',
    description: 'Users who take no part have `maxReachable: null` and `canWin: false`, also in an unknown weekend.',
    params: idParams,
    replies: { 200: chancesSchema },
  }),
  findSeasonChances: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/seasons/:id/chances',
    access: 'user',
    summary: 'Find what the caller can still reach in the open competition of a season',
    description:
      'While counting races of a round are still to be scheduled, `maxReachable` is null, `canWin` true and `clinched` false.',
    params: idParams,
    replies: { 200: chancesSchema },
    refusals: { 404: ['SEASON_NOT_FOUND'] },
  }),
  findGroupChances: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/groups/:id/chances/:weekendId',
    access: 'user',
    summary: 'Find what the caller can still reach in a group, for its members',
    description: 'Members whose points are hidden from the caller are no rivals.',
    params: groupBoardParams,
    replies: { 200: chancesSchema },
    refusals: { 404: ['GROUP_NOT_FOUND', 'WEEKEND_NOT_FOUND'] },
  }),
  findGroupSeasonChances: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/groups/:id/season/chances',
    access: 'user',
    summary: 'Find what the caller can still reach in the season of a group, for its members',
    description:
      'As of the open season, by the rules and the rounds of the group. Members whose points are hidden from the caller are no rivals.',
    params: idParams,
    replies: { 200: chancesSchema },
    refusals: { 404: ['GROUP_NOT_FOUND', 'NO_SEASON'] },
  }),
} as const

const ownSeasonRoutes = {
  findOwnSeason: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/seasons/:id/me',
    access: 'user',
    summary: 'Find the caller’s own season in the open competition, round by round',
    description: '`Last-Changed` is when a result last changed it.',
    params: idParams,
    replies: { 200: ownSeasonSchema },
    refusals: { 404: ['SEASON_NOT_FOUND'] },
  }),
  findOwnSeasonInGroup: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/groups/:id/season/me',
    access: 'user',
    summary: 'Find the caller’s own season in a group, round by round, for its members',
    description:
      'As of the open season. Rounds before the first one of the group have `beforeJoining`. `NO_SEASON` for a group of one weekend.',
    params: idParams,
    replies: { 200: ownSeasonSchema },
    refusals: { 404: ['GROUP_NOT_FOUND', 'NO_SEASON'] },
  }),
  playJoker: defineRoute({
    service: 'tipping',
    method: 'PUT',
    path: '/api/seasons/:id/joker',
    access: 'user',
    summary: 'Play a joker in a round of a season, or move one there',
    description:
      'The reply is the caller’s own season, again too. `JOKER_LOCKED` where `weekendId` or `insteadOf` has locked or is completed, before `NO_JOKER_LEFT`. A weekend of another season, or an `insteadOf` without a joker of the caller, is 400.',
    params: idParams,
    body: playJokerBody,
    replies: { 200: ownSeasonSchema },
    refusals: { 404: ['SEASON_NOT_FOUND'], 409: ['JOKER_LOCKED', 'NO_JOKER_LEFT'] },
  }),
  takeBackJoker: defineRoute({
    service: 'tipping',
    method: 'DELETE',
    path: '/api/seasons/:id/joker',
    access: 'user',
    summary: 'Take back the joker of a round',
    description: '204 without one, too.',
    params: idParams,
    query: takeBackJokerQuery,
    replies: { 204: noContent },
    refusals: { 404: ['SEASON_NOT_FOUND'], 409: ['JOKER_LOCKED'] },
  }),
} as const

const untippedRefusals = { 403: ['NOT_GROUP_ADMIN'], 404: ['GROUP_NOT_FOUND', 'WEEKEND_NOT_FOUND'] } as const

const untippedRoutes = {
  listUntipped: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/groups/:id/untipped/:weekendId',
    access: 'user',
    summary: 'List the members of a group without a tip, by open category, for its admin',
    description:
      'Categories that count in the group and can be tipped now. `X-Nudged-At` is when the nudge of the weekend was sent; missing before.',
    params: groupBoardParams,
    replies: { 200: z.array(untippedSchema) },
    refusals: untippedRefusals,
  }),
  nudgeUntipped: defineRoute({
    service: 'tipping',
    method: 'POST',
    path: '/api/groups/:id/untipped/:weekendId/nudge',
    access: 'user',
    summary: 'Nudge the members of a group without a tip, once a weekend, for its admin',
    description:
      '`count` is the number of members who are notified: those who are listed and have not switched nudges off. With 0 nothing is sent, and the group can still nudge.',
    params: groupBoardParams,
    replies: { 202: nudgeReceiptSchema },
    refusals: { ...untippedRefusals, 409: ['ALREADY_NUDGED'] },
  }),
} as const

const pointsRoutes = {
  listMyPoints: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/weekends/:id/my-points',
    access: 'user',
    summary: 'List the caller’s awards of a weekend, oldest first',
    description: 'Awards in the open competition and in the groups that the caller is in. Empty without points.',
    params: idParams,
    replies: { 200: z.array(ledgerEntrySchema) },
  }),
  listPointsAsAdministrator: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/admin/weekends/:id/points/:userId',
    access: 'admin',
    summary: 'List a user’s awards of a weekend, in groups they have left too',
    params: ledgerParams,
    replies: { 200: z.array(ledgerEntrySchema) },
  }),
  findPerformance: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/analytics/performance',
    access: 'user',
    summary: 'Find the caller’s figures over all weekends with tips of theirs',
    description: '`userId` of another user is 403.',
    query: performanceQuery,
    replies: { 200: performanceSchema },
    refusals: { 403: ['NOT_YOUR_ANALYTICS'] },
  }),
  compareFans: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/compare/:userId',
    access: 'user',
    summary: 'Compare the caller with another fan over a season',
    description:
      'Without `seasonId` the current season; without any season the last ten weekends. Of the open competition and of groups that both are in.',
    params: compareParams,
    query: compareQuery,
    replies: { 200: comparisonSchema },
    refusals: { 404: ['USER_NOT_FOUND', 'SEASON_NOT_FOUND'] },
  }),
  listWeekendFigures: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/analytics/history',
    access: 'user',
    summary: 'List the caller’s figures by weekend, latest first',
    replies: { 200: z.array(weekendFiguresSchema) },
  }),
} as const

const openDataRoutes = {
  findOpenLeaderboard: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/open/weekends/:id/leaderboard.json',
    access: 'open-data',
    summary: 'Find a page of the leaderboard of a weekend’s open competition, by display names',
    params: idParams,
    query: pageQuery,
    replies: { 200: openBoardSchema },
    refusals: { 404: ['WEEKEND_NOT_FOUND'] },
    cache: 'open-data',
  }),
  readOpenLeaderboardFile: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/open/weekends/:id/leaderboard.csv',
    access: 'open-data',
    summary: 'Read the whole leaderboard of a weekend’s open competition as CSV, of one version',
    description: 'UTF-8 with its mark, a header, commas and CRLF (RFC 4180); no text in it is a formula.',
    params: idParams,
    replies: { 200: fileResponse('text/csv'), 304: noContent },
    refusals: { 404: ['WEEKEND_NOT_FOUND'] },
  }),
  findOpenSeasonLeaderboard: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/open/seasons/:id/leaderboard.json',
    access: 'open-data',
    summary: 'Find a page of the leaderboard of a season’s open competition, by display names',
    params: idParams,
    query: pageQuery,
    replies: { 200: openSeasonBoardSchema },
    refusals: { 404: ['SEASON_NOT_FOUND'] },
    cache: 'open-data',
  }),
  readOpenSeasonLeaderboardFile: defineRoute({
    service: 'tipping',
    method: 'GET',
    path: '/api/open/seasons/:id/leaderboard.csv',
    access: 'open-data',
    summary: 'Read the whole leaderboard of a season’s open competition as CSV, of one version',
    description:
      'Form and safety as of a weekend’s; two columns for each round that is open to all, its season points and its state.',
    params: idParams,
    replies: { 200: fileResponse('text/csv'), 304: noContent },
    refusals: { 404: ['SEASON_NOT_FOUND'] },
  }),
} as const

/** The public routes of tipping. */
export const tippingRoutes = {
  ...tipRoutes,
  ...leaderboardRoutes,
  ...chancesRoutes,
  ...ownSeasonRoutes,
  ...untippedRoutes,
  ...pointsRoutes,
  ...openDataRoutes,
} as const
