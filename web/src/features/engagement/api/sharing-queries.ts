import type { ShareTemplate } from '@purple-sector/contracts/engagement/http'
import { type QueryClient, queryOptions } from '@tanstack/react-query'
import { api } from '../../../client/api/api.ts'

export const templatesKey = (weekendId: number) => ['/api/social-share', weekendId] as const

/** The fan's templates of a weekend, newest first; refetched whenever the dialog opens. */
export const templatesQuery = (weekendId: number) =>
  queryOptions({
    queryKey: templatesKey(weekendId),
    queryFn: ({ signal }) => api.get<ShareTemplate[]>(`/api/social-share/${weekendId}`, { signal }),
    staleTime: 0,
  })

/** Adds a generated or shared template to the list; a known one keeps its place. */
export const storeTemplate = (client: QueryClient, template: ShareTemplate): void => {
  client.setQueryData(templatesQuery(template.weekendId).queryKey, (templates: ShareTemplate[] = []) =>
    templates.some(({ id }) => id === template.id)
      ? templates.map((other) => (other.id === template.id ? template : other))
      : [template, ...templates],
  )
}
