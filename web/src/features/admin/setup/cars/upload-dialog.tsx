import type { Weekend } from '@purple-sector/contracts/weekends/http'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { plural } from '../../../../ui/time/format.ts'
import { FileDialog } from '../../base/components/file-dialog.tsx'
import { TemplateLink } from '../../base/components/template-link.tsx'
import { TEMPLATE, usePreviewUpload, useUploadCars } from './upload-mutations.ts'
import { UploadResult } from './upload-result.tsx'
import { countOf } from './upload-rows.ts'

const SPREADSHEET = {
  label: 'Spreadsheet',
  choose: 'Choose a spreadsheet',
  hint: '.xlsx, .xls or .csv, max 5 MB. Cars, or the whole weekend with a Sessions sheet',
  accept: '.xlsx,.xls,.csv,application/vnd.ms-excel,application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  icon: IconFileSpreadsheet,
}

type Props = { weekend: Weekend; opened: boolean; onClose(): void }

/** Uploads cars from a spreadsheet, after a preview of what happens to each row. */
export const UploadDialog = ({ weekend, opened, onClose }: Props) => {
  const preview = usePreviewUpload()
  const upload = useUploadCars()
  const reply = preview.data
  const changes = reply ? countOf(reply.results, 'created') + countOf(reply.results, 'updated') : 0
  return (
    <FileDialog
      title="Upload spreadsheet"
      opened={opened}
      onClose={onClose}
      file={SPREADSHEET}
      onChoose={(file) => {
        preview.reset()
        if (file) preview.mutate({ file, weekend })
      }}
      failure={preview.error ?? upload.error}
      preview={{
        isPending: preview.isPending,
        message: reply?.message,
        rows: reply && <UploadResult reply={reply} preview />,
      }}
      beside={<TemplateLink href={TEMPLATE} />}
      send={{
        label: changes > 0 ? `Upload ${plural(changes, 'row')}` : 'Upload',
        busy: 'Uploading...',
        isPending: upload.isPending,
        isDisabled: changes === 0,
        onSend: (file) => upload.mutate({ file, weekend }, { onSuccess: onClose }),
      }}
    />
  )
}
