import type { Meta, StoryObj } from '@storybook/react-vite'
import { Spinner } from './spinner.tsx'

const meta = { title: 'UI/Spinner', component: Spinner } satisfies Meta<typeof Spinner>
export default meta

/** For actions, where nothing is known of what will come. */
export const Labelled: StoryObj<typeof meta> = { args: { label: 'Loading' } }
