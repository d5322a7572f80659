import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import type { z } from 'zod'
import {
  auditEntrySchema,
  liveTimingStatusSchema,
  lockAtSchema,
  previewSchema,
  resultRevisionSchema,
  resultSchema,
} from './admin/http.ts'
import { parsedImportSchema } from './admin/imports.ts'
import {
  snapshotReplySchema,
  timingFeedSchema,
  timingHistorySchema,
  timingSchema,
  timingSourceSchema,
} from './admin/live-timing.ts'
import { openResultsSchema } from './admin/open-data.ts'
import { reportSchema } from './admin/reports.ts'
import { uploadReplySchema } from './admin/uploads.ts'
import { deliverySchema, madeWebhookSchema, webhookSchema } from './admin/webhooks.ts'
import {
  chatPersonSchema,
  groupDeletionSchema,
  messageSchema,
  moderatedMessageSchema,
  muteSchema,
  roomSchema,
} from './chat/http.ts'
import {
  achievementProgressSchema,
  achievementSchema,
  engagementEntrySchema,
  fanActionSchema,
  heatMapEntrySchema,
  notificationPreferencesSchema,
  notificationSchema,
  pollResultSchema,
  reactedSchema,
  shareTemplateSchema,
  voteSchema,
} from './engagement/http.ts'
import { groupPreviewSchema, groupSchema, invitationSchema, memberSchema } from './groups/http.ts'
import {
  accountExportSchema,
  foundUserSchema,
  ownSessionSchema,
  teamUserSchema,
  tracksideUserSchema,
  userSchema,
} from './identity/http.ts'
import { clientFrameSchema, serverFrameSchema } from './realtime.ts'
import {
  categoryStandingsSchema,
  entrySchema,
  ledgerEntrySchema,
  myStatsSchema,
  performanceSchema,
  potentialPointsSchema,
  raceProgressSchema,
  tipSchema,
  weekendFiguresSchema,
} from './tipping/http.ts'
import { openBoardSchema } from './tipping/open-data.ts'
import { carSchema, categorySchema, raceSchema, weekendSchema } from './weekends/http.ts'
import { openWeekendSchema } from './weekends/open-data.ts'

const page = readFileSync(new URL('../../../docs/contract.md', import.meta.url), 'utf8')

const shapes: Record<string, z.ZodObject> = {
  User: userSchema,
  FoundUser: foundUserSchema,
  Weekend: weekendSchema,
  Category: categorySchema,
  Race: raceSchema,
  Car: carSchema,
  Tip: tipSchema,
  Entry: entrySchema,
  LedgerEntry: ledgerEntrySchema,
  LockAt: lockAtSchema,
  MyStats: myStatsSchema,
  RaceProgress: raceProgressSchema,
  PotentialPoints: potentialPointsSchema,
  CategoryStandings: categoryStandingsSchema,
  WeekendFigures: weekendFiguresSchema,
  Performance: performanceSchema,
  Group: groupSchema,
  Member: memberSchema,
  GroupPreview: groupPreviewSchema,
  Invitation: invitationSchema,
  TracksideUser: tracksideUserSchema,
  TeamUser: teamUserSchema,
  OwnSession: ownSessionSchema,
  AccountExport: accountExportSchema,
  Message: messageSchema,
  Room: roomSchema,
  ModeratedMessage: moderatedMessageSchema,
  ChatPerson: chatPersonSchema,
  Mute: muteSchema,
  GroupDeletion: groupDeletionSchema,
  Notification: notificationSchema,
  Reacted: reactedSchema,
  FanAction: fanActionSchema,
  ShareTemplate: shareTemplateSchema,
  EngagementEntry: engagementEntrySchema,
  NotificationPreferences: notificationPreferencesSchema,
  Result: resultSchema,
  ResultRevision: resultRevisionSchema,
  Preview: previewSchema,
  ReadResult: parsedImportSchema,
  AuditEntry: auditEntrySchema,
  Report: reportSchema,
  LiveTimingStatus: liveTimingStatusSchema,
  SnapshotReply: snapshotReplySchema,
  TimingSource: timingSourceSchema,
  TimingFeed: timingFeedSchema,
  Timing: timingSchema,
  TimingHistory: timingHistorySchema,
  UploadResult: uploadReplySchema,
  Webhook: webhookSchema,
  MadeWebhook: madeWebhookSchema,
  Delivery: deliverySchema,
  Achievement: achievementSchema,
  AchievementProgress: achievementProgressSchema,
  Vote: voteSchema,
  PollResult: pollResultSchema,
  HeatMapEntry: heatMapEntrySchema,
  OpenWeekend: openWeekendSchema,
  OpenBoard: openBoardSchema,
  OpenResults: openResultsSchema,
}

const fieldsOf = (braces: string): string[] => braces.split(',').map((field) => field.trim())
const documentedShapes = Object.fromEntries(
  [...page.matchAll(/^\*\*(\w+)\*\* `\{([^}]*)\}`/gm)].map(([, name, braces]) => [name, fieldsOf(braces ?? '')]),
)
const rowsBelow = (heading: string): Record<string, string> => {
  const [, table = ''] = page.split(`| ${heading} | data |\n|---|---|\n`)
  const rows = table.split('\n\n')[0]?.matchAll(/^\| `(\w+)` \| (.*) \|$/gm) ?? []
  return Object.fromEntries([...rows].map(([, type, data]) => [type, data ?? '']))
}

describe('docs/contract.md documents', () => {
  test.each(Object.entries(shapes))('the shape %s as its schema', (name, schema) => {
    expect(documentedShapes[name]?.toSorted()).toEqual(Object.keys(schema.shape).toSorted())
  })
  test('only shapes with a schema', () => {
    expect(Object.keys(documentedShapes).toSorted()).toEqual(Object.keys(shapes).toSorted())
  })
  test('every frame a gateway sends, with its fields', () => {
    const documented = rowsBelow('frame of the server')
    const sent = serverFrameSchema.options.map(({ shape }) => [shape.type.value, shape.data] as const)
    expect(Object.keys(documented).toSorted()).toEqual(sent.map(([type]) => type).toSorted())
    for (const [type, data] of sent) {
      const fields = /^`\{([^}]*)\}`/.exec(documented[type] ?? '')?.[1]
      if (fields !== undefined) expect([type, fieldsOf(fields)]).toEqual([type, Object.keys(data.shape)])
    }
  })
  test('every frame a client may send', () => {
    const taken = clientFrameSchema.out.options.map(({ shape }) => shape.type.value)
    expect(Object.keys(rowsBelow('frame of the client')).toSorted()).toEqual(taken.toSorted())
  })
})
