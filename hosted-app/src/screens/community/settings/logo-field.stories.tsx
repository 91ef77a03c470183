import { exampleCommunity } from '@stoa/contract/fixtures'
import type { Meta, StoryObj } from '@storybook/react-vite'
import { BannerField, LogoField } from './logo-field.tsx'

const meta = {
  title: 'Forum/Community/Logo',
  component: LogoField,
  subcomponents: { BannerField },
  args: {
    community: exampleCommunity(),
    uploads: { upload: () => new Promise(() => {}) },
    onChange: () => {},
  },
  parameters: { width: '32rem' },
} satisfies Meta<typeof LogoField>
export default meta
type Story = StoryObj<typeof meta>

/** A community without a logo. */
export const None: Story = {}

/** A logo can be replaced or removed. */
export const WithLogo: Story = {
  args: { community: exampleCommunity({ logoImageURI: '/media/demo/ada.webp' }) },
}

/** From right to left. */
export const RightToLeft: Story = { ...WithLogo, globals: { locale: 'ar' } }

/** In the dark. */
export const Dark: Story = { ...WithLogo, globals: { theme: 'dark' } }

/** On a phone of 360 pixels. */
export const Narrow: Story = { ...WithLogo, parameters: { width: '312px' } }

/** A banner can be replaced or removed, too. */
export const WithBanner: Story = {
  render: ({ uploads, onChange }) => (
    <BannerField address="/media/demo/square.svg" uploads={uploads} onChange={onChange} />
  ),
}
