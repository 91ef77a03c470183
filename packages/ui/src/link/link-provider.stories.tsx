import type { Meta, StoryObj } from '@storybook/react-vite'
import type { AnchorHTMLAttributes } from 'react'
import { expect } from 'storybook/test'
import { ButtonLink } from '../button/button-link.tsx'
import { Anchor, LinkProvider } from './link-provider.tsx'

function RouterLink({ children, ...rest }: AnchorHTMLAttributes<HTMLAnchorElement>) {
  return (
    <a {...rest} data-router="">
      {children}
    </a>
  )
}

const meta = {
  title: 'UI/LinkProvider',
  component: LinkProvider,
  args: { component: RouterLink },
  render: (args) => (
    <LinkProvider {...args}>
      <Anchor className="stoa-link" href="/author/ada">
        A link of a component
      </Anchor>{' '}
      <ButtonLink href="/bbs/FORUM">A link that looks like a button</ButtonLink>
    </LinkProvider>
  ),
} satisfies Meta<typeof LinkProvider>
export default meta
type Story = StoryObj<typeof meta>

/** An application with its own router passes its link component once, around all others. */
export const Default: Story = {
  play: async ({ canvas }) => {
    for (const link of canvas.getAllByRole('link')) await expect(link).toHaveAttribute('data-router')
  },
}
