import { Stack, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import classes from './gallery.module.css'

export const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className={classes.section}>
    <header>
      <h2>{title}</h2>
      <Text size="sm" c="dimmed" mt={6}>
        {text}
      </Text>
    </header>
    <Stack gap={12} miw={0}>
      {children}
    </Stack>
  </section>
)
