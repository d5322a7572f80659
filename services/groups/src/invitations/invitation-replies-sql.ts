import type { Transaction } from '@purple-sector/database'

/** Deletes the replies stored for repeated requests of a user, and those about these invitations. */
export const removeReplies = async (
  sql: Transaction,
  userId: string,
  invitationIds: readonly number[],
): Promise<void> => {
  await sql.raw(
    `delete from idempotency_keys
     where user_id = :userId or (route like 'POST %/invite%' and (reply->>'id')::integer = any(:invitationIds::integer[]))`,
    { userId, invitationIds: [...invitationIds] },
  )
}
