import { Text } from '@mantine/core'
import type { Category } from '@purple-sector/contracts/weekends/http'
import { reasonOf } from '../../../../client/api/api.ts'
import { ConfirmDialog } from '../../../../ui/dialogs/confirm-dialog.tsx'
import { isInUse, useDeleteCategory, useUpdateCategory } from './category-mutations.ts'

type Props = { category: Category; opened: boolean; onClose(): void }

/** Confirms the deletion of a category; offers archiving for one with sessions or cars. */
export const DeleteCategoryDialog = ({ category, opened, onClose }: Props) => {
  const remove = useDeleteCategory()
  const update = useUpdateCategory()
  const isUsed = isInUse(remove.error)
  if (isUsed)
    return (
      <ConfirmDialog
        opened={opened}
        onClose={onClose}
        onConfirm={() => update.mutate({ category, body: { archived: true } }, { onSuccess: onClose })}
        title={`${category.name} can’t be deleted`}
        text={reasonOf(remove.error)}
        confirm={update.isPending ? 'Archiving...' : 'Archive category'}
        destructive={false}
        busy={update.isPending}
        disabled={category.archived}
      >
        <Text inherit c="dimmed" role="alert">
          {category.archived
            ? 'It’s already archived, so it isn’t offered any more.'
            : 'Archive it instead: it won’t be offered for anything new, and stays wherever it’s in use.'}
        </Text>
      </ConfirmDialog>
    )
  return (
    <ConfirmDialog
      opened={opened}
      onClose={onClose}
      onConfirm={() => remove.mutate(category, { onSuccess: onClose })}
      title={`Delete ${category.name}?`}
      text="You can only delete a category without sessions or cars. This cannot be undone."
      confirm={remove.isPending ? 'Deleting...' : 'Delete category'}
      busy={remove.isPending}
    />
  )
}
