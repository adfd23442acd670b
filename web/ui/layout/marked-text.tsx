import { Fragment, type ReactNode } from 'react';

const STRONG = /\{#strong\}([^{}]*)\{\/strong\}/;

type MarkedTextProps = {
  /** A message in which {#strong} and {/strong} stand around some words. */
  text: string;
  renderStrong: (words: string) => ReactNode;
};

export function MarkedText({ text, renderStrong }: MarkedTextProps) {
  return text
    .split(STRONG)
    .map((part, index) => <Fragment key={part}>{index % 2 === 1 ? renderStrong(part) : part}</Fragment>);
}
