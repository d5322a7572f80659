import { type LedgerEntry, ledgerEntrySchema } from '@purple-sector/contracts/tipping/http'

/** Returns an award of the open competition in force: the winner of Race 1, tipped in time. */
export const anAward = (overrides: Partial<LedgerEntry> = {}): LedgerEntry =>
  ledgerEntrySchema.parse({
    scope: { groupId: null, name: 'Open competition' },
    race: { id: 1, name: 'Race 1' },
    late: null,
    place: 1,
    points: 50,
    tip: { carId: 7, number: '7', driver: 'Jed Harrowell', submittedAt: '2026-11-20T00:11:00.000Z' },
    revision: 1,
    rule: '50/25/15',
    inForce: true,
    replacedBy: null,
    reason: null,
    ...overrides,
  })
