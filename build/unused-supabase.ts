// Stand-ins for the packages of the data client that the product never calls: live channels and file storage.

export class RealtimeClient {
  setAuth = () => undefined;
}

export class StorageClient {}

export class StorageApiError extends Error {}
