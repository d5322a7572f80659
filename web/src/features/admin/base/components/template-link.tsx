import { Button } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { Icon } from '../../../../ui/base/icon.tsx'

/** Downloads the workbook to fill in for an upload. */
export const TemplateLink = ({ href }: { href: string }) => (
  <Button
    component="a"
    style={{ alignSelf: 'flex-start' }}
    variant="quiet"
    size="sm"
    leftSection={<Icon icon={IconDownload} size={16} />}
    href={href}
    download
  >
    Download the template
  </Button>
)
