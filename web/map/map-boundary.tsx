import { Component, type ReactNode } from 'react';

type MapBoundaryProps = { onFailure: (cause: unknown) => void; children: ReactNode };

/** Keeps a failure inside of the map from taking the screen around it along. */
export class MapBoundary extends Component<MapBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidCatch(error: unknown) {
    this.props.onFailure(error);
  }

  override render() {
    return this.state.hasFailed ? null : this.props.children;
  }
}
