/**
 * Puts a fan on the board with 0 points, in the transaction of their first tip (rules, Standings). It touches nothing
 * fans share: a task counts newcomers later. The row is looked for before it is inserted, because an insert `on
 * conflict do nothing` waits for a scoring transaction that has just updated the row, and tips wait for no scoring.
 * `:membershipId` is null in the open competition.
 */
export const NEWCOMER = `
insert into standings (scope_id, user_id, membership_id, sort_name)
select :scopeId::bigint, :userId::text, :membershipId::bigint,
  coalesce((select sort_name from users where id = :userId), 'anonymous')
where not exists (select 1 from standings where scope_id = :scopeId and user_id = :userId)
on conflict do nothing`
