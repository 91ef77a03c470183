import type { Meta, StoryObj } from '@storybook/react-vite'
import { Spinner } from './spinner.tsx'

const meta = { title: 'UI/Spinner', component: Spinner } satisfies Meta<typeof Spinner>
export default meta

/** For actions without a known result. */
export const Labeled: StoryObj<typeof meta> = { args: { label: 'Loading' } }
