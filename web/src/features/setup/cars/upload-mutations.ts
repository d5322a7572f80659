import type { UploadReply } from '@purple-sector/contracts/admin/uploads'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../lib/api.ts'
import { useAdminMutation } from '../../admin/admin-mutation.ts'

const UPLOAD = '/api/admin/upload-cars'
export const TEMPLATE = `${UPLOAD}/template`

const send = (file: File, weekend: Weekend, query: string): Promise<UploadReply> => {
  const form = new FormData()
  form.set('file', file)
  return api.post<UploadReply>(`${UPLOAD}?weekendId=${weekend.id}${query}`, form)
}

type Upload = { file: File; weekend: Weekend }

/** What would become of each row; nothing is written. */
export const usePreviewUpload = () =>
  useAdminMutation({
    mutationFn: ({ file, weekend }: Upload) => send(file, weekend, '&preview=true'),
    failure: 'Upload failed',
    refresh: [],
  })

/** An upload that was done: it stays on the page until somebody has read it. */
export type Report = { file: string; at: number; reply: UploadReply }

const keyOf = ({ id }: Weekend) => ['upload-report', id]

export const useUploadReport = (weekend: Weekend) => {
  const client = useQueryClient()
  const { data } = useQuery<Report | null>({ queryKey: keyOf(weekend), queryFn: skipToken, gcTime: Infinity })
  return { report: data ?? null, dismiss: () => client.setQueryData(keyOf(weekend), null) }
}

/** The browser keeps it where it keeps what is downloaded. */
const keep = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

/** The rows that were skipped, in a workbook named after the file they are of. */
export const useKeepErrors = () =>
  useAdminMutation({
    mutationFn: ({ reply }: Report) => api.file(`${UPLOAD}/errors`, { errors: reply.results.errors }),
    failure: 'Download failed',
    refresh: [],
    onDone: (workbook, { file }) => keep(workbook, `${file.replace(/\.[^.]*$/, '')}-errors.xlsx`),
  })

export const useUploadCars = () =>
  useAdminMutation({
    mutationFn: ({ file, weekend }: Upload) => send(file, weekend, ''),
    failure: 'Upload failed',
    success: ({ message }) => ({ title: 'Upload Complete', message }),
    onDone: (reply, { file, weekend }, client) => {
      const report: Report = { file: file.name, at: Date.now(), reply }
      client.setQueryData(keyOf(weekend), report)
    },
  })
