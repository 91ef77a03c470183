import type { Meta, StoryObj } from '@storybook/react-vite'
import { NotFound } from './not-found.tsx'

const meta = { title: 'Forum/NotFound', component: NotFound } satisfies Meta<typeof NotFound>
export default meta
type Story = StoryObj<typeof meta>

/** For everything that is not there or may not be seen; the page never says which. */
export const Page: Story = {}

/** From right to left. */
export const RightToLeft: Story = { globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { globals: { theme: 'dark' } }
