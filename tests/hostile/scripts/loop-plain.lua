-- expect: context deadline exceeded
-- SPDX-License-Identifier: Apache-2.0
while true do end
