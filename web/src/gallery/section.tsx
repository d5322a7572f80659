import '@mantine/core/styles/Grid.layer.css'
import { Grid, Stack, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'

export const Section = ({ title, text, children }: { title: string; text: string; children: ReactNode }) => (
  <section className="ps-above">
    <Grid gap={{ base: 12, sm: 32 }} py={26}>
      <Grid.Col component="header" span={{ base: 12, sm: 2 }} px={{ base: 16, sm: 0 }}>
        <Title order={2}>{title}</Title>
        <Text size="sm" c="dimmed" mt={6}>
          {text}
        </Text>
      </Grid.Col>
      <Grid.Col span={{ base: 12, sm: 10 }}>
        <Stack gap={12}>{children}</Stack>
      </Grid.Col>
    </Grid>
  </section>
)
