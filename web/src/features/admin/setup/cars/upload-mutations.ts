import type { UploadReply } from '@purple-sector/contracts/admin/uploads'
import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { skipToken, useQuery, useQueryClient } from '@tanstack/react-query'
import { api } from '../../../../client/api/api.ts'
import { useAdminMutation } from '../../base/api/admin-mutation.ts'

const UPLOAD = '/api/admin/upload-cars'
export const TEMPLATE = `${UPLOAD}/template`

const send = (file: File, weekend: Weekend, query: string): Promise<UploadReply> => {
  const form = new FormData()
  form.set('file', file)
  return api.post<UploadReply>(`${UPLOAD}?weekendId=${weekend.id}${query}`, form)
}

type Upload = { file: File; weekend: Weekend }

/** Previews an upload row by row; nothing is stored. */
export const usePreviewUpload = () =>
  useAdminMutation({
    mutationFn: ({ file, weekend }: Upload) => send(file, weekend, '&preview=true'),
    failure: 'Upload failed',
    refresh: [],
  })

/** A finished upload; visible on the page until dismissed. */
export type Report = { file: string; at: number; reply: UploadReply }

const keyOf = ({ id }: Weekend) => ['upload-report', id]

export const useUploadReport = (weekend: Weekend) => {
  const client = useQueryClient()
  const { data } = useQuery<Report | null>({ queryKey: keyOf(weekend), queryFn: skipToken, gcTime: Infinity })
  return { report: data ?? null, dismiss: () => client.setQueryData(keyOf(weekend), null) }
}

/** Downloads a file. */
const saveFile = (file: Blob, name: string): void => {
  const address = URL.createObjectURL(file)
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}

/** Downloads the skipped rows as a workbook named after their file. */
export const useDownloadErrors = () =>
  useAdminMutation({
    mutationFn: ({ reply }: Report) => api.file(`${UPLOAD}/errors`, { errors: reply.results.errors }),
    failure: 'Download failed',
    refresh: [],
    onDone: (workbook, { file }) => saveFile(workbook, `${file.replace(/\.[^.]*$/, '')}-errors.xlsx`),
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
