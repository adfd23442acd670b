// Lets React work on a page that the browser translates. A translator puts <font> elements around texts or in their place, and React
// would fail at a node that is no longer where it was put, or write into a text that nobody sees.

/** The elements that stand where translated texts were. */
const standIns = new WeakMap<Node, ChildNode>();

const isFont = (node: Node | null): node is HTMLElement => node?.nodeName === 'FONT';

/** A translator replaces a text in one step, or puts its element before or behind it first. */
function noteReplaced({ addedNodes, removedNodes, previousSibling, nextSibling }: MutationRecord): void {
  const font = [...addedNodes, previousSibling, nextSibling].find(isFont);
  if (font === undefined) return;
  for (const removed of removedNodes) if (removed.nodeType === Node.TEXT_NODE) standIns.set(removed, font);
}

/** Which child of the parent stands for a node: the node itself, what was put around it, or what replaced it. Null for none. */
function findChild(parent: Node, node: Node): ChildNode | null {
  for (let ancestor: Node | null = node; ancestor !== null; ancestor = ancestor.parentNode)
    if (ancestor.parentNode === parent) return ancestor as ChildNode;
  const standIn = standIns.get(node);
  return standIn?.parentNode === parent ? standIn : null;
}

/** From now on a translated page is no failure. Texts that React writes are shown, and the translator translates them again. */
export function tolerateTranslation(): void {
  new MutationObserver((records) => records.forEach(noteReplaced)).observe(document.body, {
    childList: true,
    subtree: true,
  });
  const { removeChild, insertBefore } = Node.prototype;
  Node.prototype.removeChild = function <Child extends Node>(child: Child): Child {
    const found = findChild(this, child);
    if (found !== null) removeChild.call(this, found);
    return child;
  };
  Node.prototype.insertBefore = function <Inserted extends Node>(inserted: Inserted, next: Node | null): Inserted {
    insertBefore.call(this, inserted, next && findChild(this, next));
    return inserted;
  };
  const nodeValue = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...nodeValue,
    set(this: Node, text: string | null) {
      const standIn = this.parentNode === null ? standIns.get(this) : undefined;
      standIn?.replaceWith(this);
      nodeValue?.set?.call(this, text);
    },
  });
}
