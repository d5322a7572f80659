import type { Transaction } from '@purple-sector/database'

/** An automatic tip as a notification says it; `group` is the name of the group, null in the open competition. */
export type AutoTip = { category: string; plate: string; driver: string; group: string | null }

/** Reads the automatic tips that a fan still has in a weekend, those of the open competition first, without copies. */
export const autoTipsOf = async (sql: Transaction, userId: string, weekendId: number): Promise<AutoTip[]> => {
  const { rows } = await sql.raw<{ rows: AutoTip[] }>(
    `select category.short_name as category, car.plate, car.driver, groups.name as group
     from tips tip join categories category on category.id = tip.category_id join cars car on car.id = tip.car_id
     left join groups on groups.id = tip.group_id
     where tip.user_id = :userId and tip.weekend_id = :weekendId and tip.is_automatic and not tip.is_copy
       and (tip.group_id is null or groups.id is not null)
     order by tip.group_id nulls first, category.list_order, category.id`,
    { userId, weekendId },
  )
  return rows
}
