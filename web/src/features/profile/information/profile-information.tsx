import { Badge, Button } from '@mantine/core'
import type { User } from '@purple-sector/contracts/identity/http'
import { IconEdit } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import { Icon } from '../../../ui/base/icon.tsx'
import { Panel } from '../../../ui/layout/panel.tsx'
import { ProfileFacts } from './profile-facts.tsx'
import { ProfileForm } from './profile-form.tsx'

/** Profile Information: read-only or as a form. */
export const ProfileInformation = ({ user }: { user: User }) => {
  const [isEditing, edit] = useState(false)
  const button = useRef<HTMLButtonElement>(null)
  const wasEditing = useRef(false)
  // Returns the focus to the button that opened the form.
  useEffect(() => {
    if (wasEditing.current && !isEditing) button.current?.focus()
    wasEditing.current = isEditing
  }, [isEditing])
  return (
    <Panel
      title="Profile Information"
      span={1}
      flush
      adornment={isEditing && <Badge variant="plain">Editing</Badge>}
      actions={
        !isEditing && (
          <Button
            ref={button}
            variant="outline"
            size="sm"
            leftSection={<Icon icon={IconEdit} size={16} />}
            onClick={() => edit(true)}
          >
            Edit
          </Button>
        )
      }
    >
      {isEditing ? <ProfileForm user={user} onClose={() => edit(false)} /> : <ProfileFacts user={user} />}
    </Panel>
  )
}
