import type { ShareTemplate, TemplateType } from '@purple-sector/contracts/engagement/http'
import { type Database, type Transaction, table } from '@purple-sector/database'
import type { Figures } from './figures.ts'
import type { Post } from './post.ts'

/** Templates per user and weekend; a new one replaces the oldest, unshared ones first. */
export const MAX_TEMPLATES = 50

type Row = {
  id: number
  user_id: string
  weekend_id: number
  group_id: number | null
  template_type: TemplateType
  figures: Figures
  state: string
  content: string
  hashtags: string[]
  name: string
  share_count: number
  created_at: Date
  racing_changed_at: Date | null
}

const templates = table<Row, { figures: string; racing_changed_at: string | null }>('share_templates')

const templateOf = (row: Row): ShareTemplate => ({
  id: row.id,
  weekendId: row.weekend_id,
  templateType: row.template_type,
  content: row.content,
  hashtags: row.hashtags,
  imageUrl: `/api/social-share/pictures/${row.name}.png`,
  shareUrl: `/api/social-share/shared/${row.name}`,
  shareCount: row.share_count,
  createdAt: row.created_at.toISOString(),
})

const DELETE_EXCESS_TEMPLATES = `
delete from share_templates where id in (
  select id from share_templates where user_id = :userId and weekend_id = :weekendId and id <> :id
  order by share_count > 0 desc, id desc offset :maxOthers
)`

export type NewTemplate = Post & {
  userId: string
  weekendId: number
  figures: Figures
  /** When racing last changed the figures. */
  changedAt: string | null
  state: string
  name: string
}
/** Content of a shared address. */
export type SharedTemplate = { figures: Figures; state: string; content: string }

export const templateRepository = (sql: Database | Transaction) => ({
  async list(userId: string, weekendId: number): Promise<ShareTemplate[]> {
    const rows = await templates(sql).where({ user_id: userId, weekend_id: weekendId }).orderBy('id', 'desc')
    return rows.map(templateOf)
  },

  /** Returns when racing last changed a user's templates of a weekend, or one of them. */
  async changedAt(userId: string, weekendId: number, id?: number): Promise<Date | null> {
    const row = await templates(sql)
      .where({ user_id: userId, weekend_id: weekendId, ...(id !== undefined && { id }) })
      .max<{ at: Date | null }>('racing_changed_at as at')
      .first()
    return row?.at ?? null
  },

  /** Saves a template; with equal figures the existing one stays, with its addresses and its count. */
  async save({
    userId,
    weekendId,
    figures,
    changedAt,
    state,
    name,
    content,
    hashtags,
  }: NewTemplate): Promise<ShareTemplate> {
    const [row] = await templates(sql)
      .insert({
        user_id: userId,
        weekend_id: weekendId,
        group_id: figures.type === 'group_victory' ? figures.group.id : null,
        template_type: figures.type,
        figures: JSON.stringify(figures),
        state,
        content,
        hashtags,
        name,
        racing_changed_at: changedAt,
      })
      .onConflict(['user_id', 'weekend_id', 'template_type', 'state'])
      .merge(['content', 'hashtags'])
      .returning('*')
    if (!row) throw new Error('the template could not be saved')
    await sql.raw(DELETE_EXCESS_TEMPLATES, { userId, weekendId, id: row.id, maxOthers: MAX_TEMPLATES - 1 })
    return templateOf(row)
  },

  /** Increments the share count of the user's template; undefined if there is none. */
  async countShare(userId: string, id: number): Promise<ShareTemplate | undefined> {
    const [row] = await templates(sql).where({ id, user_id: userId }).increment('share_count').returning('*')
    return row && templateOf(row)
  },

  async findShared(name: string): Promise<SharedTemplate | undefined> {
    return templates(sql).where({ name }).first('figures', 'state', 'content')
  },
})
