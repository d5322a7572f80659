import type { ShareTemplate, TemplateType } from '@purple-sector/contracts/engagement/http'
import { api } from '../../../client/api/api.ts'
import { useIdempotentPost } from '../../../client/api/idempotent-post.ts'
import { useToastMutation } from '../../../client/api/toast-mutation.ts'
import { storeTemplate, templatesKey } from '../api/sharing-queries.ts'

const OFFLINE = 'We can’t reach the server. Please try again.'

/** Generates a template; idempotent when retried after a lost reply. */
export const useGenerateTemplate = (weekendId: number, onGenerated: (template: ShareTemplate) => void) => {
  const postOnce = useIdempotentPost()
  return useToastMutation<TemplateType, ShareTemplate>({
    mutationFn: (templateType) => postOnce<ShareTemplate>('/api/social-share/generate', { weekendId, templateType }),
    success: () => ({ title: 'Template Generated', message: 'Your social media template is ready to share!' }),
    failure: 'Error',
    fixedReason: 'Failed to generate social media template',
    offline: OFFLINE,
    notifiesOtherTabs: true,
    onDone: (template, _type, client) => {
      storeTemplate(client, template)
      onGenerated(template)
    },
  })
}

/** Records that a template was shared. */
export const useCountShare = (weekendId: number) =>
  useToastMutation<number, ShareTemplate>({
    mutationFn: (templateId) => api.post<ShareTemplate>(`/api/social-share/${templateId}/share`),
    success: () => ({ title: 'Shared!', message: 'Template shared successfully' }),
    failure: 'Error',
    fixedReason: 'Failed to share content',
    offline: OFFLINE,
    notifiesOtherTabs: true,
    refresh: [{ queryKey: templatesKey(weekendId), refetchType: 'none' }],
    onDone: (template, _id, client) => storeTemplate(client, template),
  })
